"""`python -m ablmatch`: the same command line as the installed `ablmatch` script."""

import sys

from ablmatch.cli import main

if __name__ == "__main__":
    sys.exit(main())
