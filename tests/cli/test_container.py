"""`afterburner container`: what it prints, byte for byte and as YAML, and what it refuses."""
import pathlib
import re

import pytest
import yaml

from conftest import refused, run

KINDS = ["init", "compose", "kubernetes"]
HERE = pathlib.Path(__file__).parent / "container"
IMAGE = "example.com/app:1.0"
VERSION = run("--version").stdout.split()[1]
RESTRICTED = {
    "runAsNonRoot": True,
    "runAsUser": 65532,
    "runAsGroup": 65532,
    "readOnlyRootFilesystem": True,
    "allowPrivilegeEscalation": False,
    "capabilities": {"drop": ["ALL"]},
    "seccompProfile": {"type": "RuntimeDefault"},
}


def printed(*args):
    done = run("container", *args)
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_text(kind):
    expected = (HERE / f"{kind}.yaml").read_text().replace("@VERSION@", VERSION)
    assert printed(kind, IMAGE) == expected
    assert printed(kind, "--from", f"afterburner:{VERSION}", IMAGE) == expected
    assert printed(kind, IMAGE, "--from", "registry:5000/a/b@sha256:12") == expected.replace(
        f'"afterburner:{VERSION}"', '"registry:5000/a/b@sha256:12"')


@pytest.mark.parametrize("kind", ["compose", "kubernetes"])
def test_without_an_image_its_place_is_marked(kind):
    assert printed(kind) == printed(kind, "example.com/x").replace('"example.com/x"', '"IMAGE"')


def test_init_without_an_image_leaves_that_of_the_container():
    pod = yaml.safe_load(printed("init"))["spec"]["template"]["spec"]
    assert "image" not in pod["containers"][0]


@pytest.mark.parametrize("kind", ["init", "kubernetes"])
def test_pod(kind):
    document = yaml.safe_load(printed(kind, IMAGE))
    pod = document["spec"]["template"]["spec"]
    (init,), (app,), (volume,) = pod["initContainers"], pod["containers"], pod["volumes"]
    assert (init["image"], app["image"]) == (f"afterburner:{VERSION}", IMAGE)
    assert init["securityContext"] == RESTRICTED
    assert "emptyDir" in volume
    assert init["volumeMounts"] == [{"name": volume["name"], "mountPath": "/target"}]
    assert app["volumeMounts"] == [{"name": volume["name"], "mountPath": "/afterburner", "readOnly": True}]
    assert app["env"] == [{"name": "OPENSSL_CONF", "value": "/afterburner/openssl.cnf"}]
    if kind == "kubernetes":
        assert app["securityContext"] == RESTRICTED
        assert (document["apiVersion"], document["kind"]) == ("apps/v1", "Deployment")
        labels = document["spec"]["template"]["metadata"]["labels"]
        assert document["spec"]["selector"]["matchLabels"] == labels
    else:
        assert set(document) == {"spec"} and set(document["spec"]) == {"template"}  # a patch changes nothing else


def test_compose():
    document = yaml.safe_load(printed("compose", IMAGE))
    own, app = document["services"]["afterburner"], document["services"]["app"]
    assert (own["image"], app["image"]) == (f"afterburner:{VERSION}", IMAGE)
    for service in (own, app):
        assert service["user"] == "65532:65532" and service["read_only"] is True
        assert service["cap_drop"] == ["ALL"] and service["security_opt"] == ["no-new-privileges:true"]
    assert app["depends_on"] == {"afterburner": {"condition": "service_completed_successfully"}}
    assert app["environment"] == {"OPENSSL_CONF": "/afterburner/openssl.cnf"}
    (volume,) = document["volumes"]
    assert (own["volumes"], app["volumes"]) == ([f"{volume}:/target"], [f"{volume}:/afterburner:ro"])


def test_the_paths_are_those_of_the_image():
    packaging = pathlib.Path(__file__).parents[2] / "packaging"
    conf = (packaging / "oci/openssl.cnf").read_text()
    assert re.search(r"^module = /afterburner/lib/ossl-modules/afterburner\.so$", conf, re.M)
    assert '#define TO "/target/"' in (packaging / "oci/copy.c").read_text()
    assert re.search(r"^USER = 65532\b", (packaging / "oci.py").read_text(), re.M)


@pytest.mark.parametrize("args", [[], ["pod"], ["Init"], ["", IMAGE]])
def test_unknown_kind(args):
    assert "init, compose or kubernetes" in refused("container", *args)


@pytest.mark.parametrize("name", ["", "a b", "a\nb", 'a"b', "a\\b", "-a", ":1", "a{b}", "a#b", "a$b", "ä"])
def test_names_that_are_no_images(name):
    for args in (["--from", name, IMAGE], ["--", name]):
        assert "is no name of an image" in refused("container", "init", *args)


def test_too_many_arguments():
    assert "unexpected argument more" in refused("container", "init", IMAGE, "more")
