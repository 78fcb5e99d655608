import type { ThinkingSupport } from '#core/model.ts';
import type { Vendor } from '#core/vendor.ts';
import { adaptive, BOTH_MODES, interleaved, manual } from './anthropic.ts';
import { DEEPSEEK_THINKING } from './deepseek.ts';
import { budget, level } from './gemini.ts';
import { PROMPT_MODE } from './mistral.ts';
import { effort, GPT_OSS, NO_THINKING } from './rows.ts';

/** Guesses the thinking support of a model that isn't in the catalog from its family's naming; none when in doubt. */
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
  deepseek: (id) => (/deepseek-(reasoner|r1)/.test(id) ? NO_THINKING : DEEPSEEK_THINKING),
  mistral: (id) => (id.includes('magistral') ? PROMPT_MODE : NO_THINKING),
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
 * Claude by generation (A24, A27). A name newer than this table gets the strictest kind: thinking always on and bound
 * to its prefix.
 */
function claude(id: string): ThinkingSupport {
  const match = /claude-(opus|sonnet|haiku|fable|mythos)-(\d+)(?:[-.](\d)(?!\d))?/.exec(id);
  if (id.includes('claude-mythos-preview')) return { ...BOTH_MODES, off: false };
  if (!match) return /claude-3[-.]7/.test(id) ? manual([]) : NO_THINKING;
  const [, family = '', major = '0', minor = '0'] = match;
  const version = Number(major) + Number(minor) / 10;
  if (version > 5) return adaptive(family === 'haiku', 'all');
  if (version === 5) return adaptive(family !== 'fable' && family !== 'mythos', 'none');
  if (version >= 4.7) return adaptive(true, 'none');
  if (version >= 4.6) return BOTH_MODES;
  return family === 'haiku' ? manual([]) : interleaved(manual([]));
}

function gemini(id: string): ThinkingSupport {
  const version = Number(/gemini-(\d+(?:\.\d+)?)/.exec(id)?.[1] ?? 0);
  if (version >= 3) return level('low', 'high');
  if (version < 2.5) return NO_THINKING;
  return id.includes('pro') ? budget(false, 128, 32_768) : budget(true, 512, 24_576);
}

function gptOss(id: string): ThinkingSupport {
  return id.includes('gpt-oss') ? GPT_OSS : NO_THINKING;
}

/** Whether an unknown model accepts images: only if its entire family does. */
export function guessVision(vendor: Vendor, id: string): boolean {
  const name = id.toLowerCase();
  if (vendor === 'anthropic') return name.includes('claude');
  if (vendor === 'gemini') return name.includes('gemini');
  if (vendor === 'openai') return /^(gpt-(4o|4\.1|[5-9])|o[34])/.test(name) && !/audio|transcribe|realtime/.test(name);
  if (vendor === 'openrouter') return /(anthropic\/claude|openai\/(gpt-[5-9]|gpt-4)|google\/gemini)/.test(name);
  return vendor === 'xai' && name.startsWith('grok-4');
}

/**
 * Families whose template in Ollama's library doesn't support tools: a request with tools is refused entirely (L1).
 * ollama.com/library, 2026-11. Other names are offered tools, and a refusal becomes a learned fact.
 */
const OLLAMA_WITHOUT_TOOLS =
  /^(gemma([23]n?)?|codegemma|llama[23]|codellama|llava|llava-llama3|llava-phi3|bakllava|moondream|phi|phi3|phi4|tinyllama|tinydolphin|vicuna|orca-mini|orca2|starcoder2?|wizardlm2?|wizardcoder|deepseek-coder(-v2)?|deepseek-llm|falcon3?|stablelm2?|solar|yi|zephyr|neural-chat|openchat|starling-lm|dolphin-(llama3|mixtral|phi)|medgemma|minicpm-v)(:|$)/;

/** Whether an unknown model accepts tools. */
export function guessTools(vendor: Vendor, id: string): boolean {
  if (vendor === 'ollama') return !OLLAMA_WITHOUT_TOOLS.test(id.toLowerCase().replace(/^.*\//, ''));
  return !(vendor === 'gemini' && /\bgemma-?[23]/i.test(id));
}
