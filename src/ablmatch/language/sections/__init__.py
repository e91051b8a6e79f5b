"""One module a section: from the tree to parts of the compiled form, by tables of keys."""
