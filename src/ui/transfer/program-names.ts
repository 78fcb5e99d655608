import type { Source } from '#archive/import/imported.ts';

/** Names, the same in every language. */
export const PROGRAM_NAMES: Record<Source, string> = {
  chatgpt: 'ChatGPT',
  claude: 'Claude.ai',
  gemini: 'Gemini (Google Takeout)',
  librechat: 'LibreChat',
  openwebui: 'Open WebUI',
  cherry: 'Cherry Studio',
  chatbox: 'Chatbox',
  lobechat: 'LobeChat',
  sillytavern: 'SillyTavern',
  openai: 'OpenAI JSON, JSONL',
  'claude-code': 'Claude Code',
  pi: 'pi',
};
