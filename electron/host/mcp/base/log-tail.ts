import type { McpLog } from '#contract/mcp.ts';
import { visibleText } from '../../base/visible-text.ts';

type Line = McpLog['lines'][number];

export interface LogTail {
  add(from: Line['from'], text: string): void;
  read(): Line[];
}

const LINES = 500;
const LENGTH = 2000;
// oxlint-disable-next-line no-control-regex -- colours of a terminal
const COLOURS = /\u001b\[[\d;]*[A-Za-z]/g;

/** The recent log lines of one server, for the user who investigates why it fails. */
export function createLogTail(now: () => number, scrub: (text: string) => string): LogTail {
  const lines: Line[] = [];
  return {
    add(from, text) {
      const shown = visibleText(scrub(text).replace(COLOURS, '').replaceAll('\t', '  ').slice(0, LENGTH)).text;
      lines.push({ at: now(), from, text: shown });
      if (lines.length > LINES) lines.shift();
    },
    read: () => [...lines],
  };
}
