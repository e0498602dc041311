"""Functions that all kinds of cases use: running the command, and shortening texts."""

import subprocess

# The time limit of a command for a batch, in seconds.
LONGEST = 600


def run(command, text=b""):
    """Returns (exit code, output, errors) of a command. The exit code is 124 if the command exceeds the time limit."""
    try:
        done = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return 124, b"", f"no end within {LONGEST} s".encode()
    return done.returncode, done.stdout, done.stderr


def failure(code, errors):
    return f"exit code {code}: {errors.decode('utf-8', 'replace').strip()[:300]}"


def answer_lines(command, lines, mark):
    """Returns the answer to each line of a batch: the text that the command prints after the line and `mark`.

    If the command refuses the batch, its two halves are tried, and so on until the refused line is isolated."""
    code, output, errors = run(command, "".join(line + "\n" for line in lines).encode("utf-8", "surrogateescape"))
    if code != 0:
        if len(lines) == 1:
            return [failure(code, errors)]
        half = len(lines) // 2
        return answer_lines(command, lines[:half], mark) + answer_lines(command, lines[half:], mark)
    printed, answers, at = output.decode("utf-8", "surrogateescape").split("\n"), [], 0
    for line in lines:
        if mark:
            if printed[at] != mark + line:
                raise SystemExit(f"expected {mark + line!r}, the command printed {printed[at]!r}")
            end = at + 1
            while end < len(printed) - 1 and not printed[end].startswith(mark):
                end += 1
            answers.append("\n".join(printed[at + 1 : end]))
            at = end
        else:
            if not printed[at].startswith(line + "\t"):
                raise SystemExit(f"expected an answer to {line!r}, the command printed {printed[at]!r}")
            answers.append(printed[at][len(line) + 1 :])
            at += 1
    return answers


def parts_left_out(text, separators):
    """Generates variants of a text, each without one of its parts."""
    found = []
    for separator in separators:
        parts = text.split(separator)
        if len(parts) > 1:
            found += [separator.join(parts[:at] + parts[at + 1 :]) for at in range(len(parts))]
    return found


def shorter_texts(text, separators):
    """Generates variants of a text, each without one of its parts, or without some characters."""
    found = parts_left_out(text, separators)
    for length in (8, 4, 2, 1):
        found += [text[:at] + text[at + length :] for at in range(0, len(text) - length + 1, max(1, length // 2))]
    return list(dict.fromkeys(found))
