import type { Importer } from './base/importer.ts';
import { chatbox } from './sources/chatbox.ts';
import { chatgpt } from './sources/chatgpt.ts';
import { cherry } from './sources/cherry.ts';
import { cherry2 } from './sources/cherry-2.ts';
import { claude } from './sources/claude.ts';
import { claudeCode } from './sources/claude-code.ts';
import { codex } from './sources/codex.ts';
import { deepseek } from './sources/deepseek.ts';
import { gemini } from './sources/gemini.ts';
import { geminiCli } from './sources/gemini-cli.ts';
import { grok } from './sources/grok.ts';
import { librechat } from './sources/librechat.ts';
import { lobechat } from './sources/lobechat.ts';
import { openai } from './sources/openai.ts';
import { opencode } from './sources/opencode.ts';
import { openwebui } from './sources/openwebui.ts';
import { pi } from './sources/pi.ts';
import { sillytavern } from './sources/sillytavern.ts';
import { typingmind } from './sources/typingmind.ts';

/**
 * Every program whose exports are read. The first importer that matches reads the file, so the more specific ones come
 * first. The keys are stored, in ids and in raw blocks.
 */
export const IMPORTERS = {
  deepseek,
  chatgpt,
  claude,
  grok,
  librechat,
  openwebui,
  chatbox,
  cherry,
  'cherry-2': cherry2,
  typingmind,
  lobechat,
  gemini,
  'claude-code': claudeCode,
  pi,
  opencode,
  codex,
  'gemini-cli': geminiCli,
  sillytavern,
  openai,
} satisfies Record<string, Importer>;

type Source = keyof typeof IMPORTERS;

const ROWS = Object.entries<Importer>(IMPORTERS) as [Source, Importer][];

/** The program that a file whose first value is `first` comes from. */
export const findImporter = (first: unknown): [Source, Importer] | null =>
  ROWS.find(([, importer]) => importer.matches(first)) ?? null;
