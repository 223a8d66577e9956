// What journeys evaluate inside the page knows the page's globals.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
