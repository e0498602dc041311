#!/usr/bin/env python3
"""Feeds a Kafka topic with the changes of an instrument master, read from a node (ipf serve --master).

    kafka.py http://127.0.0.1:8080 --state kafka.state --broker kafka:9092 --topic instruments
    kafka.py http://127.0.0.1:8080 --state kafka.state | kcat -P -b kafka:9092 -t instruments -K '\t'

The first form needs confluent-kafka (pip install confluent-kafka). The second one prints the key, a tab and the value.
The key of a message is the symbol, so that the changes of an instrument stay in order. The value is the change as JSON.

The state file is written after the broker has stored a page. So each change is sent at least once. A change that is
sent again has the same "id".
"""
import argparse
import json
import os
import pathlib
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


def pages(node, after, once):
    """Yields pages of changes after a position. Waits for new changes, unless `once` is true."""
    while True:
        query = urllib.parse.urlencode({"after": after, "wait": 0 if once else 30})
        request = urllib.request.Request(f"{node}/v1/changes?{query}")
        if "IPF_TOKEN" in os.environ:
            request.add_header("Authorization", f"Bearer {os.environ['IPF_TOKEN']}")
        try:
            with urllib.request.urlopen(request, timeout=90) as answer:
                page = json.load(answer)
        except urllib.error.HTTPError as error:
            detail = json.load(error).get("detail", error.reason)
            if error.code != 503:
                sys.exit(f"kafka.py: {detail}")
            print(f"kafka.py: {detail}", file=sys.stderr)
            time.sleep(int(error.headers.get("Retry-After", 5)))
            continue
        except OSError as error:
            print(f"kafka.py: {error}", file=sys.stderr)
            time.sleep(5)
            continue
        yield page
        after = page["next"]
        if once and not page["more"]:
            return


def printing():
    """Returns a function that sends messages to standard output."""
    def send(messages):
        for key, value in messages:
            print(key, value, sep="\t")
        sys.stdout.flush()
    return send


def producing(broker, topic):
    """Returns a function that sends messages to a broker, and waits until they are stored."""
    import confluent_kafka
    producer = confluent_kafka.Producer({"bootstrap.servers": broker, "enable.idempotence": True})
    failures = []

    def send(messages):
        for key, value in messages:
            producer.produce(topic, value, key, on_delivery=lambda error, _: error and failures.append(error))
        producer.flush()
        if failures:
            sys.exit(f"kafka.py: {failures[0]}")
    return send


def main():
    parser = argparse.ArgumentParser(description="Feed a Kafka topic with the changes of an instrument master.")
    parser.add_argument("node", help="the URL of a node")
    parser.add_argument("--state", type=pathlib.Path, required=True, help="the file with the place after the last page")
    parser.add_argument("--after", default="0", help="the batch to begin after if there is no state file (default: 0)")
    parser.add_argument("--broker", help="the broker; without it, messages are printed")
    parser.add_argument("--topic", default="instruments")
    parser.add_argument("--once", action="store_true", help="end after the last change")
    options = parser.parse_args()
    send = producing(options.broker, options.topic) if options.broker else printing()
    after = options.state.read_text().strip() if options.state.exists() else options.after
    for page in pages(options.node.rstrip("/"), after, options.once):
        send((change["symbol"], json.dumps(change, ensure_ascii=False)) for change in page["changes"])
        written = options.state.with_name(options.state.name + ".new")
        written.write_text(page["next"] + "\n")
        written.replace(options.state)


if __name__ == "__main__":
    main()
