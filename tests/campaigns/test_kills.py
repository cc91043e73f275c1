"""Submissions that are killed before every line that they execute, then run once more.

Each round is a new account. Its program kills itself (SIGKILL) before a line of `aoc`, or of the
libraries that send and lock, when it gets there for the first or for the last time. The same
command is then run to its end. No answer may arrive twice, and an answer that has not arrived is
sent then, unless the program is in doubt, which it has to say.
"""

from __future__ import annotations

import signal

import pytest

from tests.campaigns.conftest import LOST, SHEET, Campaign, Newcomer
from tests.emulator import Account, Site, faults
from tests.support.warm_program import OURS, Line, WarmProgram

pytestmark = pytest.mark.campaign
LIBRARIES = ("/aocd/", "/urllib3/", "/filelock/", "/http/client.py", "/ssl.py", "/socket.py")
STORIES = {
    "the answer is right": SHEET.answer1,
    "the answer is wrong": "5",
    "the response is lost": SHEET.answer1,
    "a lost answer is sent again": SHEET.answer1,
}
"""The answer of each story."""


@pytest.mark.parametrize("story", STORIES)
def test_a_killed_submission_sends_no_answer_twice(
    story: str, campaign: Campaign, warm: WarmProgram, newcomer: Newcomer, site: Site
) -> None:
    command = ["submit", "21", "--answer", STORIES[story], "--part", "1"]
    attacked = command

    def prepared() -> Account:
        nonlocal attacked
        account = newcomer()
        if story == "the response is lost":
            site.fail(faults.cut(), "POST")
        elif story == "a lost answer is sent again":
            attacked = [*command, "--force"]
            site.fail(faults.cut(judged=False), "POST")
            warm.run(*command)
        return account

    def sent(account: Account) -> int:
        return sum(one.method == "POST" and one.account == account.id for one in site.requests)

    def play(line: Line) -> str:
        account = prepared()
        before = sent(account)
        killed = warm.run(*attacked, line=line)
        site.faults.clear()
        then = sent(account) - before
        again = warm.run(*command)
        resent = sent(account) - before - then
        if killed.code != -signal.SIGKILL:
            assert resent == 0, f"sent again after an undisturbed run: {killed.err}"
            return "never got there"
        assert again.code in (0, 1, 3), again.err
        assert "Traceback" not in again.err
        assert resent <= (not before + then), f"sent {before} times, {then} when killed, {resent}"
        if LOST in again.err:
            return "in doubt" if before + then else "in doubt without need"
        assert before + then + resent, f"not sent, and not said why: {again.err}"
        assert again.code == 0 or STORIES[story] != SHEET.answer1, again.err
        return "sent before" if then else "sent after"

    prepared()
    lines = warm.run(*attacked, traces=True).lines
    ours = [line for line in lines if any(name in line.path for name in (OURS, *LIBRARIES))]
    found = [once for line in ours for once in line.first_and_last()]
    campaign.play(campaign.choose(found, usual=40), play)
