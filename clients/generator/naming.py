"""Words of a name, and names made of words."""

import re


def words(name):
    """The words of a camelCase, PascalCase, snake_case or dotted name, in lower case."""
    parts = re.sub(r"([a-z0-9])([A-Z])|([A-Z]+)([A-Z][a-z])", r"\1\3 \2\4", name)
    return [part.lower() for part in re.split(r"[^A-Za-z0-9]+", parts) if part]


def camel(name):
    first, *rest = words(name)
    return first + "".join(word.capitalize() for word in rest)


def pascal(name):
    return "".join(word.capitalize() for word in words(name))


def snake(name):
    return "_".join(words(name))


def upper(name):
    return snake(name).upper()
