-- Neovim 0.11 and later: put this into init.lua. `ablmatch` must be on the search path.
vim.filetype.add({
  extension = { abl = "abl" },
  pattern = { [".*%.agent%.ya?ml"] = "yaml.abl" },
})
vim.lsp.config("ablmatch", {
  cmd = { "ablmatch", "lsp" },
  filetypes = { "abl", "yaml.abl" },
  init_options = { lints = false },
})
vim.lsp.enable("ablmatch")
