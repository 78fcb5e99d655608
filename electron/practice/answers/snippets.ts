interface Snippet {
  language: string;
  name: string;
  asked: RegExp;
  code: string;
}

const SNIPPETS: readonly Snippet[] = [
  {
    language: 'typescript',
    name: 'TypeScript',
    asked: /typescript|타입스크립트|\bts\b/i,
    code: `/** Groups values by what \`keyOf\` says about each of them; order is kept. */
export function groupBy<T, K>(values: Iterable<T>, keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

const byLength = groupBy(['a', 'bb', 'cc'], (word) => word.length);
console.log(byLength.get(2)); // [ 'bb', 'cc' ]`,
  },
  {
    language: 'python',
    name: 'Python',
    asked: /python|파이썬/i,
    code: `from itertools import islice


def fibonacci():
    """Endless: take as many as you need."""
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


print(list(islice(fibonacci(), 10)))  # [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]`,
  },
  {
    language: 'javascript',
    name: 'JavaScript',
    asked: /javascript|자바스크립트|\bjs\b/i,
    code: `// Waits until nobody has called for a while, then calls once with the last arguments.
function debounce(fn, ms) {
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => fn(...args), ms);
  };
}

const save = debounce((text) => console.log('saved', text.length), 300);
save('h');
save('hello'); // one line: saved 5`,
  },
  {
    language: 'rust',
    name: 'Rust',
    asked: /\brust\b|러스트/i,
    code: `use std::collections::HashMap;

fn count_words(text: &str) -> HashMap<&str, usize> {
    let mut counts = HashMap::new();
    for word in text.split_whitespace() {
        *counts.entry(word).or_insert(0) += 1;
    }
    counts
}

fn main() {
    println!("{:?}", count_words("to be or not to be"));
}`,
  },
  {
    language: 'go',
    name: 'Go',
    asked: /\bgo(lang)?\b.*(code|program|function)|golang|고랭/i,
    code: `package main

import "fmt"

func main() {
	done := make(chan int)
	go func() {
		defer close(done)
		for i := range 3 {
			done <- i * i
		}
	}()
	for square := range done {
		fmt.Println(square)
	}
}`,
  },
  {
    language: 'sql',
    name: 'SQL',
    asked: /\bsql\b|쿼리/i,
    code: `-- The newest message of every session
SELECT s.title, m.text, m.created_at
FROM sessions AS s
JOIN LATERAL (
  SELECT text, created_at
  FROM messages
  WHERE session_id = s.id
  ORDER BY created_at DESC
  LIMIT 1
) AS m ON true
ORDER BY m.created_at DESC;`,
  },
  {
    language: 'bash',
    name: 'Bash',
    asked: /\bbash\b|shell script|셸|쉘/i,
    code: `#!/usr/bin/env bash
set -euo pipefail

# The ten largest files below a folder
folder=\${1:-.}
find "$folder" -type f -printf '%s\\t%p\\n' | sort -rn | head -n 10 |
  while IFS=$'\\t' read -r bytes path; do
    printf '%10d  %s\\n' "$bytes" "$path"
  done`,
  },
];

const DEFAULT = 0;

/** Returns the snippet in the language that the question names, else the first one. */
export function pickSnippet(question: string): Snippet {
  const snippet = SNIPPETS.find((one) => one.asked.test(question)) ?? SNIPPETS[DEFAULT];
  if (!snippet) throw new Error('there is no snippet');
  return snippet;
}
