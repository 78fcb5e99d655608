import type { VendorDefinition } from './base/definition.ts';
import { CHAT, COMPATIBLE, isKimiK3, isLegacyReasoner, takesReasoning } from './base/dialects.ts';
import { effort, gptOss, modelRows, price } from './base/models.ts';

/** vendor-rules F1 and section 6. Uses the Chat Completions form where a model has both (F3). */
const MODELS = modelRows({ images: false, files: false }, [
  {
    id: 'accounts/fireworks/models/kimi-k3',
    label: 'Kimi K3',
    contextWindow: 1_000_000,
    maxOutput: 131_072,
    thinking: effort('low', 'medium', 'high'),
    price: price(3, 15),
  },
  {
    id: 'accounts/fireworks/models/glm-5p3',
    label: 'GLM 5.3',
    contextWindow: 1_000_000,
    maxOutput: 262_144,
    thinking: effort('none', 'low', 'medium', 'high'),
    price: price(1.4, 4.4),
  },
  {
    id: 'accounts/fireworks/models/deepseek-v4p1-flash',
    label: 'DeepSeek V4.1 Flash',
    contextWindow: 1_000_000,
    maxOutput: 384_000,
    thinking: effort('none', 'low', 'medium', 'high'),
    price: price(0.3, 1.2),
  },
]);

export const FIREWORKS: VendorDefinition = {
  name: 'Fireworks',
  label: 'Fireworks',
  protocol: 'openai-chat',
  baseUrl: 'https://api.fireworks.ai/inference/v1',
  auth: 'bearer',
  key: {
    url: 'https://app.fireworks.ai/settings/users/api-keys',
    variable: 'FIREWORKS_API_KEY',
    shapes: [/^fw_/],
    inText: [/\bfw_[A-Za-z0-9]{16,}/g],
  },
  look: {
    shape: 'M4.4 1.5H7.6V4.4H10.5V7.6H7.6V10.5H4.4V7.6H1.5V4.4H4.4z',
    light: 'oklch(0.49 0.11 305)',
    dark: 'oklch(0.76 0.095 305)',
  },
  dialects: {
    'openai-chat': ({ model }) => ({
      ...COMPATIBLE,
      name: 'chat-fireworks',
      ...takesReasoning(model, isKimiK3(model)),
      chat: {
        ...CHAT,
        thinkingParameter: 'reasoning_effort',
        reasoningField: isLegacyReasoner(model) ? null : 'reasoning_content',
      },
    }),
  },
  guess: { thinking: (id) => (/kimi-k3/.test(id) ? effort('low', 'medium', 'high') : gptOss(id)) },
  models: MODELS,
};
