const TEXT_TYPES =
  /^(?:text\/|application\/(?:json|xml|x-yaml|yaml|toml|javascript|typescript|sql|x-sh|x-httpd-php)\b)/;
const TEXT_NAMES =
  /\.(?:txt|md|markdown|csv|tsv|json|jsonl|ndjson|yaml|yml|toml|ini|env|xml|html?|css|scss|js|mjs|cjs|jsx|ts|tsx|py|rb|go|rs|java|kt|kts|swift|c|h|cc|cpp|hpp|cs|php|sh|bash|zsh|ps1|sql|log|tex|r|lua|dart|scala|vue|svelte|diff|patch)$/i;

/** Whether a file is text by its type or its name. */
export const isText = (mime: string, name: string): boolean => TEXT_TYPES.test(mime) || TEXT_NAMES.test(name);
