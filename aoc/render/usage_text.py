"""A sentence for each error that click finds in a command line."""

from __future__ import annotations

import re

import click

VALUE = re.compile(r"'?(.*?)'? is not ", re.DOTALL)
"""The start of click's sentence about a wrong number."""
EXTRA = re.compile(r"Got unexpected extra arguments? \((.*)\)", re.DOTALL)


def usage_text(error: click.ClickException) -> str:
    """Return what is wrong with a command line, and where its help is, as one sentence."""
    if isinstance(error, click.exceptions.NoSuchCommand):
        return command_text(error)
    sentence = sentence_of(error)
    context = getattr(error, "ctx", None)
    if not isinstance(context, click.Context) or says_what_to_do(error):
        return sentence
    return f"{sentence}: see `{command_of(context)} --help`"


def sentence_of(error: click.ClickException) -> str:
    """Return what is wrong."""
    match error:
        case click.NoSuchOption():
            close = " or ".join(similar_options(error))
            return f"no such option {error.option_name}{close and f' (did you mean {close}?)'}"
        case click.BadOptionUsage():
            return f"{error.option_name} {need_of(error)}"
        case click.MissingParameter() if error.param:
            return f"{name_of(error.param, error.ctx)} is missing"
        case click.BadParameter() if error.param:
            return value_text(error, error.param)
    message = error.message
    extra = EXTRA.match(message)
    if extra:
        return f"unexpected argument {extra[1]}"
    return plain(message)


def command_text(error: click.exceptions.NoSuchCommand) -> str:
    """Return the sentence about a word that is no command."""
    word = error.command_name
    is_day = word == "all" or word[:1].isdigit()
    lines = [f"run {word}"] if is_day else (error.possibilities or [])[:2]
    meant = " or ".join(f"`aoc {line}`" for line in lines)
    rest = f"did you mean {meant}?" if meant else "`aoc --help` lists them all"
    return f"there is no command {word!r}: {rest}"


def similar_options(error: click.NoSuchOption) -> list[str]:
    """Return the options that start with what was typed, or else those that look like it."""
    name = error.option_name
    params = error.ctx.command.params if error.ctx else []
    options = [option for param in params for option in (*param.opts, *param.secondary_opts)]
    longer = [option for option in options if len(name) > 2 and option.startswith(name)]
    return longer or sorted(error.possibilities or ())


def says_what_to_do(error: click.ClickException) -> bool:
    """Return whether an error is one of ours, which says after a colon what to do."""
    is_ours = type(error) in (click.UsageError, click.BadParameter)
    return is_ours and ": " in error.message and not EXTRA.match(error.message)


def need_of(error: click.BadOptionUsage) -> str:
    """Return what an option needs: a value, or none."""
    params = error.ctx.command.params if error.ctx else []
    for param in params:
        if isinstance(param, click.Option) and error.option_name in param.opts:
            if param.is_flag:
                return "takes no value"
            example = f", as in {error.option_name} {param.metavar}" if param.metavar else ""
            return f"needs a value{example}"
    return plain(error.message)


def value_text(error: click.BadParameter, param: click.Parameter) -> str:
    """Return what is wrong with a value."""
    name = name_of(param, error.ctx)
    kind = param.type
    match = VALUE.match(error.message)
    if match and isinstance(kind, click.IntRange | click.FloatRange):
        number = "a whole number" if isinstance(kind, click.IntRange) else "a number"
        typed = match[1] or "an empty text"
        return f"{name} takes {number}{range_text(kind.min, kind.max)}, not {typed}"
    return f"{name}: {plain(error.message)}"


def range_text(least: float | None, most: float | None) -> str:
    """Return a range of numbers in words, as in ` from 1 to 2`."""
    if least is None:
        return "" if most is None else f" up to {most}"
    return f" from {least} on" if most is None else f" from {least} to {most}"


def name_of(param: click.Parameter, context: click.Context | None) -> str:
    """Return the name of a parameter in the help: `--part`, or `DIR`."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.metavar or (param.name or "").upper()


def plain(message: str) -> str:
    """Return a sentence of click in our style: in lower case, without a full stop."""
    sentence = " ".join(message.split()).removesuffix(".")
    return sentence[:1].lower() + sentence[1:]


def command_of(context: click.Context) -> str:
    """Return the command that a context is that of: `aoc run`, or `aoc` alone."""
    return f"aoc {context.info_name}" if context.parent else "aoc"
