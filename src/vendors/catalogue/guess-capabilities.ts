import type { ThinkingSupport } from '#core/model.ts';
import type { Vendor } from '#core/vendor.ts';
import { adaptive, BOTH_MODES, manual } from './anthropic.ts';
import { budget, level } from './gemini.ts';
import { effort } from './openai.ts';
import { NO_THINKING } from './rows.ts';

/** Thinking of a model the catalogue does not know, by the naming of its family; none when in doubt. */
export function guessThinking(vendor: Vendor, id: string): ThinkingSupport {
  return BY_VENDOR[vendor](id.toLowerCase());
}

const BY_VENDOR: Record<Vendor, (id: string) => ThinkingSupport> = {
  anthropic: claude,
  openai: (id) => (/^(o\d|gpt-([5-9]|\d\d))/.test(id) ? effort('low', 'medium', 'high') : NO_THINKING),
  gemini,
  groq: gptOss,
  cerebras: gptOss,
  fireworks: (id) => (/kimi-k3/.test(id) ? effort('low', 'medium', 'high') : gptOss(id)),
  deepseek: (id) =>
    /deepseek-(reasoner|r1)/.test(id) ? NO_THINKING : { kind: 'toggle', off: true, efforts: ['low', 'high', 'max'] },
  mistral: (id) => (id.includes('magistral') ? { kind: 'toggle', off: true, efforts: [] } : NO_THINKING),
  xai: (id) => (/^grok-(4\.[3-9]|[5-9])/.test(id) ? effort('low', 'medium', 'high') : NO_THINKING),
  openrouter: (id) =>
    /(claude-(opus|sonnet|haiku|fable|mythos)-|gpt-[5-9]|gemini-(2\.5|[3-9])|grok-[4-9]|deepseek-v4|kimi-k|qwen3|gpt-oss)/.test(
      id,
    )
      ? { kind: 'effort', off: true, efforts: ['none', 'low', 'medium', 'high'] }
      : NO_THINKING,
  ollama: () => NO_THINKING,
};

/**
 * Claude by generation (A24, A27): a name that is newer than this table is taken for the strictest kind, thinking
 * always on and bound to its prefix.
 */
function claude(id: string): ThinkingSupport {
  const match = /claude-(opus|sonnet|haiku|fable|mythos)-(\d+)(?:[-.](\d)(?!\d))?/.exec(id);
  if (!match) return /claude-3[-.]7/.test(id) ? manual([]) : NO_THINKING;
  const [, family = '', major = '0', minor = '0'] = match;
  const version = Number(major) + Number(minor) / 10;
  if (version > 5) return adaptive(family === 'haiku', 'all');
  if (version === 5) return adaptive(family !== 'fable' && family !== 'mythos', 'none');
  if (version >= 4.7) return adaptive(true, 'none');
  if (version >= 4.6) return BOTH_MODES;
  return manual([]);
}

function gemini(id: string): ThinkingSupport {
  const version = Number(/gemini-(\d+(?:\.\d+)?)/.exec(id)?.[1] ?? 0);
  if (version >= 3) return level('low', 'high');
  if (version < 2.5) return NO_THINKING;
  return id.includes('pro') ? budget(false, 128, 32_768) : budget(true, 512, 24_576);
}

function gptOss(id: string): ThinkingSupport {
  return id.includes('gpt-oss') ? effort('low', 'medium', 'high') : NO_THINKING;
}

/** Whether an unknown model sees images: only where its whole family does. */
export function guessVision(vendor: Vendor, id: string): boolean {
  const name = id.toLowerCase();
  if (vendor === 'anthropic') return name.includes('claude');
  if (vendor === 'gemini') return name.includes('gemini');
  if (vendor === 'openai') return /^(gpt-(4o|4\.1|[5-9])|o[34])/.test(name) && !/audio|transcribe|realtime/.test(name);
  if (vendor === 'openrouter') return /(anthropic\/claude|openai\/(gpt-[5-9]|gpt-4)|google\/gemini)/.test(name);
  return vendor === 'xai' && name.startsWith('grok-4');
}
