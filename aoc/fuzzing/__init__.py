"""Finding inputs on which two ways to an answer disagree, and making such an input smaller."""
