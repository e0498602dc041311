"""The wheel has a library of this platform, and no extension module: one wheel is for every CPython from 3.9 on."""

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class Platform(Distribution):
    def has_ext_modules(self) -> bool:
        return True


class PlatformWheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


def version() -> str:
    # Scripts/wheel writes it; it is that of the library.
    with open("VERSION", encoding="ascii") as file:
        return file.read().strip()


setup(version=version(), distclass=Platform, cmdclass={"bdist_wheel": PlatformWheel})
