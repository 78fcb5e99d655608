import type { Protocol } from './base/protocol.ts';

/** A service that speaks a vendor's protocol at an address of its own, and has no rules of its own. */
export interface Service {
  readonly name: string;
  readonly protocol: Protocol;
  readonly baseUrl: string;
  /** The part of the address that names the user's region, where there is one for each. */
  readonly region?: string;
}

const chat = (name: string, baseUrl: string): Service => ({ name, protocol: 'openai-chat', baseUrl });

const regional = (name: string, protocol: Protocol, baseUrl: string): Service => ({
  name,
  protocol,
  baseUrl,
  region: 'us-east-1',
});

/**
 * Services to choose from instead of typing an address, by name. From their documentation, and models.dev where it
 * names an address, 2026-11. Some have one address in China and another for everyone else, each with keys of its own.
 */
export const SERVICES: readonly Service[] = [
  chat('Alibaba Cloud', 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1'),
  chat('Alibaba Cloud', 'https://dashscope.aliyuncs.com/compatible-mode/v1'),
  // Takes a Bedrock key as Anthropic's own service takes one, and lists no models.
  regional('Amazon Bedrock, Claude', 'anthropic', 'https://bedrock-mantle.us-east-1.api.aws/anthropic'),
  regional('Amazon Bedrock', 'openai-chat', 'https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1'),
  chat('Baseten', 'https://inference.baseten.co/v1'),
  chat('CLOVA Studio', 'https://clovastudio.stream.ntruss.com/v1/openai'),
  chat('Cohere', 'https://api.cohere.ai/compatibility/v1'),
  chat('DeepInfra', 'https://api.deepinfra.com/v1/openai'),
  chat('Friendli', 'https://api.friendli.ai/serverless/v1'),
  chat('Hugging Face', 'https://router.huggingface.co/v1'),
  { name: 'MiniMax', protocol: 'anthropic', baseUrl: 'https://api.minimax.io/anthropic' },
  chat('Moonshot AI', 'https://api.moonshot.ai/v1'),
  chat('Moonshot AI', 'https://api.moonshot.cn/v1'),
  chat('Nebius', 'https://api.tokenfactory.nebius.com/v1'),
  chat('Novita AI', 'https://api.novita.ai/openai/v1'),
  chat('NVIDIA', 'https://integrate.api.nvidia.com/v1'),
  chat('OpenCode Zen', 'https://opencode.ai/zen/v1'),
  chat('Perplexity', 'https://api.perplexity.ai'),
  chat('Poe', 'https://api.poe.com/v1'),
  chat('SambaNova', 'https://api.sambanova.ai/v1'),
  chat('Scaleway', 'https://api.scaleway.ai/v1'),
  chat('SiliconFlow', 'https://api.siliconflow.com/v1'),
  chat('SiliconFlow', 'https://api.siliconflow.cn/v1'),
  chat('StepFun', 'https://api.stepfun.com/v1'),
  chat('Together AI', 'https://api.together.ai/v1'),
  chat('Upstage', 'https://api.upstage.ai/v1'),
  chat('Venice AI', 'https://api.venice.ai/api/v1'),
  chat('Vercel AI Gateway', 'https://ai-gateway.vercel.sh/v1'),
  chat('Volcengine Ark', 'https://ark.cn-beijing.volces.com/api/v3'),
  chat('Z.ai', 'https://api.z.ai/api/paas/v4'),
  chat('Zhipu AI', 'https://open.bigmodel.cn/api/paas/v4'),
];

/** The service at a base URL, in any of its regions. */
export function serviceAt(baseUrl: string): Service | undefined {
  const address = baseUrl.trim().replace(/\/+$/, '');
  return SERVICES.find((service) => {
    if (!service.region) return service.baseUrl === address;
    const [before, after] = service.baseUrl.split(service.region) as [string, string];
    return (
      address.startsWith(before) &&
      address.endsWith(after) &&
      /^[\w-]*$/.test(address.slice(before.length, -after.length))
    );
  });
}
