"""Writes the defaults file as a Swift string, so that every binary contains it."""

TEMPLATE = '''\
// swift-format-ignore-file
// Made by Scripts/calendars/generate from bundled-schedule.properties; do not edit by hand.

extension BundledSchedule {{
    /// The bytes of `bundled-schedule.properties`: a static string, so that no start of a process pays for them.
    static let text: StaticString = #"""
{text}
"""#
}}
'''


def swift_text(properties: str) -> str:
    assert '"""#' not in properties and "\\#(" not in properties
    return TEMPLATE.format(text=properties.rstrip("\n") + "\n")
