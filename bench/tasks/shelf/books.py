"""Books, their titles and where they stand."""

import json
import re

ARTICLES = ("a", "an", "the")
_WORD = re.compile(r"[A-Za-z0-9']+")


def words_of(text):
    """The words of a text, lower-cased."""
    return [word.lower() for word in _WORD.findall(text)]


def sorting_title(title):
    """A title as it is sorted: its article goes last."""
    words = title.split()
    if len(words) > 1 and words[0].lower() in ARTICLES:
        return " ".join(words[1:]) + ", " + words[0]
    return " ".join(words)


def shelf_mark(author, title, year=None):
    """Where a book stands: three letters of the author, one of the title, the year where there is one."""
    if not author or not title:
        raise ValueError("a book has an author and a title")
    letters = "".join(letter for letter in author.upper() if letter.isalpha())[:3].ljust(3, "X")
    first = sorting_title(title)[0].lower()
    mark = letters + " " + first
    if year is not None:
        mark += " " + str(year % 100).zfill(2)
    return mark


def merge_counts(first, second):
    """Two tables of counts as one; what comes to nothing is left out."""
    merged = dict(first)
    for name, count in second.items():
        merged[name] = merged.get(name, 0) + count
        if merged[name] == 0:
            del merged[name]
    return merged


def runs_of(numbers):
    """Numbers as runs `[first, last]` of neighbours."""
    runs = []
    for number in sorted(set(numbers)):
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return runs


class Card:
    """What is known of a book."""

    def __init__(self, author, title, year=None):
        self.author = author
        self.title = title
        self.year = year

    def mark(self):
        return shelf_mark(self.author, self.title, self.year)

    def as_line(self):
        return json.dumps({"author": self.author, "title": self.title, "year": self.year}, sort_keys=True)
