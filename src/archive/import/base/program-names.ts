import type { Source } from './imported.ts';

/** Names that are the same in every language. */
export const PROGRAM_NAMES: Record<Source, string> = {
  chatgpt: 'ChatGPT',
  claude: 'Claude.ai',
  gemini: 'Gemini (Google Takeout)',
  deepseek: 'DeepSeek',
  grok: 'Grok',
  librechat: 'LibreChat',
  openwebui: 'Open WebUI',
  cherry: 'Cherry Studio',
  chatbox: 'Chatbox',
  lobechat: 'LobeChat',
  sillytavern: 'SillyTavern',
  typingmind: 'TypingMind',
  openai: 'OpenAI JSON, JSONL',
  'claude-code': 'Claude Code',
  pi: 'pi',
};
