"""Tables in use: who is there, what they are told, and what happens next."""
