"""What tests stand on: projects, accounts, terminals and repositories, made up for a test."""
