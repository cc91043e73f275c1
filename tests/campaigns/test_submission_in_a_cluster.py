"""What a cluster has run is submitted as what has run here."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.guarantees.test_what_is_sent import CASES, Submitter, solve_in_browser, submitter
from tests.support.clusters import open_cluster
from tests.support.day21 import RIGHT_2, post, table
from tests.support.marks import needs_distributed, needs_linux
from tests.support.repository import Repository

__all__ = ["submitter"]

pytestmark = pytest.mark.campaign


@needs_distributed
@needs_linux
def test_part_2_runs_alone_in_a_cluster_before_it_is_sent(
    submitter: Submitter, tmp_path: Path
) -> None:
    solve_in_browser(submitter)
    Repository(submitter.project.root)
    folder = tmp_path / "cluster"
    folder.mkdir()
    with open_cluster(folder, workers=1) as cluster:
        command = f"run 21 --submit --cluster {cluster.address}"
        assert CASES["part 2 alone"].reason in submitter.submit(command, table(alone="5"))[1]
        assert submitter.site.count("POST") == 0
        assert submitter.submit(command, table())[0] == 0
    assert submitter.site.asked()[-1:] == [post(RIGHT_2, part=2)]
