"""Agent memory for agents of others, by the Model Context Protocol: `ablmatch mcp`."""
