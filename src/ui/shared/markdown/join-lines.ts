const FENCE = /^(```[\s\S]*?^```$)/m;

/**
 * A document of the project with each paragraph and each item of a list in one line: a conversation would show its line
 * breaks. Code stays as it is.
 */
export const joinLines = (document: string): string =>
  document
    .split(FENCE)
    .map((piece, index) => (index % 2 === 1 ? piece : piece.replace(/(?<=\S)\n *(?![\s#>*|-]|\d+\. |```)/g, ' ')))
    .join('');
