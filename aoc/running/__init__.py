"""The parent's side of a run: which jobs there are, and the processes that do them."""
