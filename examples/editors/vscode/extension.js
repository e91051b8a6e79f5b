// Starts `ablmatch lsp` and lets the language client speak with it.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const settings = workspace.getConfiguration("abl");
  const server = { command: settings.get("command"), args: ["lsp"] };
  client = new LanguageClient("abl", "ABL", server, {
    documentSelector: [{ language: "abl" }, { scheme: "file", pattern: "**/*.agent.{yaml,yml}" }],
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{abl,agent.yaml,agent.yml}") },
    initializationOptions: { lints: settings.get("lints") },
  });
  return client.start();
};

exports.deactivate = () => client?.stop();
