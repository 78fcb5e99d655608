import { effort, modelRows, price } from './rows.ts';

const GROK = effort('low', 'medium', 'high', 'xhigh');

/** vendor-rules X1-X3 and section 6. All on the Responses API: Chat Completions is deprecated there (X1). */
export const XAI_MODELS = modelRows({ vendor: 'xai', protocol: 'openai-responses', images: true, files: false }, [
  ...['4.7', '4.6', '4.5'].map((version) => ({
    id: `grok-${version}`,
    label: `Grok ${version}`,
    contextWindow: 500_000,
    maxOutput: 128_000,
    thinking: GROK,
    price: {
      ...price(2, 6, version === '4.5' ? 0.3 : 0.5),
      above: { tokens: 200_000, input: 4, output: 12 },
    },
  })),
  {
    id: 'grok-4.3',
    label: 'Grok 4.3',
    contextWindow: 1_000_000,
    maxOutput: 30_000,
    thinking: effort('low', 'medium', 'high'),
    price: { ...price(1.25, 2.5, 0.2), above: { tokens: 200_000, input: 2.5, output: 5 } },
  },
]);
