"""A linter for sentences: finds long ones, and constructions that readers stumble over."""
