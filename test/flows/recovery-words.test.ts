import { describe, expect, it } from 'vitest';
import type { HistoryMessage, Part } from '#core/message.ts';
import { list, object } from '#core/wire/json.ts';
import type { Target } from '#core/request.ts';
import { practiceTarget, seatTarget, TOOLS, withOwnTools } from '../vendors/practice-lab.ts';
import { answerOf, RecoveryLab, refusesWhile, user, withModel } from './recovery-lab.ts';

type Body = Readonly<Record<string, unknown>>;

/** A setting that a vendor refuses in words of its own, as long as the request has it. */
interface Case {
  target: Target;
  history?: readonly HistoryMessage[];
  has: (body: Body) => boolean;
  words: string;
  status?: number;
  /** Kinds of the stored overlays. */
  without: readonly string[];
  /** What the accepted body still has. */
  left?: RegExp;
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';
const picture = (): Part => ({ type: 'image', mime: 'image/png', data: PNG });
const pdf: Part = {
  type: 'file',
  mime: 'application/pdf',
  name: 'a.pdf',
  data: 'JVBERi0xLjQK',
  text: '[Page 1]\nRead.',
};
const count = (body: Body, type: string) => JSON.stringify(body).split(`"type":"${type}"`).length - 1;

const gpt = practiceTarget('practice-gpt');
const local = seatTarget('a local server', { thinking: 'off' });
const seeing = withModel(local, { images: true });
const mistral = seatTarget('Mistral', { thinking: 'off' });
const claude = practiceTarget('practice-claude');
const MANUAL = {
  kind: 'anthropic',
  manual: true,
  adaptive: false,
  off: true,
  efforts: ['low', 'medium', 'high'],
  binding: 'none',
} as const;
const gemini = seatTarget('Gemini 3', { thinking: 'low' });
const router = seatTarget('OpenRouter', { thinking: 'off' });
const hasTools = ({ tools }: Body) => list(tools).length > 0;
const levelOf = (body: Body) => object(object(body['generationConfig'])['thinkingConfig'])['thinkingLevel'];

const CASES: Readonly<Record<string, Case>> = {
  // continue#9607, 2026-01, and many others: organizations that have not shown their identity.
  'a summary of reasoning that OpenAI gives to verified organizations only': {
    target: gpt,
    has: ({ reasoning }) => object(reasoning)['summary'] !== undefined,
    words:
      'Your organization must be verified to generate reasoning summaries. Please go to: https://platform.openai.com/settings/organization/general and click on Verify Organization.',
    without: ['omit-field'],
    left: /"effort":"medium"/,
  },
  // langchain4j#2550, 2025-02; QwenPaw#1449, 2026-03
  'tools that vLLM was not started with': {
    target: { ...local, tools: TOOLS },
    has: hasTools,
    words: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    without: ['no-tools'],
  },
  // LLMKube#126, 2026-01
  'tools that llama.cpp was not started with': {
    target: { ...local, tools: TOOLS },
    has: hasTools,
    words: 'tools param requires --jinja flag',
    status: 500,
    without: ['no-tools'],
  },
  // pi#8381, 2026-08; CLIProxyAPI PR#3968, 2026-06
  'an effort that this model of xAI does not take': {
    target: seatTarget('Grok'),
    has: ({ reasoning }) => object(reasoning)['effort'] !== undefined,
    words: 'Model grok-build-0.1 does not support parameter reasoningEffort.',
    without: ['omit-field'],
  },
  // cherry-studio#16431, 2026
  'thinking of another form at MiniMax': {
    target: withModel(seatTarget('Claude, adaptive'), { thinking: MANUAL }),
    has: ({ thinking }) => object(thinking)['type'] === 'enabled',
    words: 'invalid params, invalid thinking.type: "enabled" (allowed: adaptive, disabled) (2013)',
    without: ['thinking-form'],
    left: /"type":"adaptive"/,
  },
  // smolagents PR#2229, 2026-04
  'a tool without parameters at a gateway to an older Gemini': {
    target: { ...local, tools: [...TOOLS, { name: 'ping', inputSchema: { type: 'object' } }] },
    has: (body) => JSON.stringify(body).includes('"properties":{}'),
    words:
      '* GenerateContentRequest.tools[0].function_declarations[1].parameters.properties: should be non-empty for OBJECT type',
    without: ['chat-switch'],
    left: /"ping"/,
  },
  // kilocode#9006, 2026-04
  'tools of a model that has none at OpenRouter': {
    target: { ...router, tools: TOOLS },
    has: hasTools,
    words:
      'No endpoints found that support tool use. Try disabling "clock__now". To learn more about provider routing, visit: https://openrouter.ai/docs/guides/routing/provider-selection',
    status: 404,
    without: ['no-tools'],
  },
  // litellm#10313, 2025-04
  'tools of a model that has none at Google': {
    target: { ...gemini, tools: TOOLS },
    has: hasTools,
    words: 'Function calling is not enabled for models/gemini-3.8-flash',
    without: ['no-tools'],
  },
  // pi#8454 and rakazo#114, 2026-08
  'thinking that OpenRouter does not switch off': {
    target: router,
    has: ({ reasoning }) => object(reasoning)['effort'] === 'none',
    words: 'Reasoning is mandatory for this endpoint and cannot be disabled.',
    without: ['thinking-form'],
  },
  // pi#9455, 2026-09; vellum PR#32687, 2026-05
  'a thinking level that Google does not have here': {
    target: seatTarget('Gemini 3', {
      thinking: 'off',
      model: { ...gemini.model, thinking: { kind: 'gemini-level', off: true, levels: ['minimal', 'low', 'high'] } },
    }),
    has: (body) => levelOf(body) === 'MINIMAL',
    words: 'Thinking level MINIMAL is not supported for this model. Please retry with other thinking level.',
    without: ['thinking-form'],
    left: /"thinkingLevel":"LOW"/,
  },
  // kiss-translator PR#1051, 2026-08
  'a thinking level that Google names others for': {
    target: seatTarget('Gemini 3', {
      thinking: 'off',
      model: { ...gemini.model, thinking: { kind: 'gemini-level', off: true, levels: ['minimal', 'low', 'high'] } },
    }),
    has: (body) => levelOf(body) === 'MINIMAL',
    words: "'minimal' is not a supported thinking level for this model. Allowed values are: medium, low, high.",
    without: ['thinking-form'],
    left: /"thinkingLevel":"LOW"/,
  },
  // new-api#1586, 2025-08; codex#4881, 2025-10
  'a search that this model of OpenAI does not have': {
    target: withOwnTools(gpt, ['search']),
    has: (body) => count(body, 'web_search') > 0,
    words: "Hosted tool 'web_search' is not supported with gpt-4.1-2025-04-14.",
    without: ['no-server-tools'],
  },
  // gemini-balance#337, 2025-08
  'code that this model of Google does not run': {
    target: withOwnTools(seatTarget('Gemini 3'), ['code']),
    has: hasTools,
    words: 'Code execution is not enabled for models/gemini-3.8-flash',
    without: ['no-server-tools'],
  },
  // vendor-rules W9
  'a search beside functions': {
    target: withOwnTools(seatTarget('Gemini 2.5'), ['search']),
    has: hasTools,
    words: 'Tool use with function calling is unsupported',
    without: ['no-server-tools'],
  },
  // claude-code#6231, 2025-08; warp#8114, 2025-11
  'more pages than Claude reads': {
    target: claude,
    history: [user('Read.', pdf), answerOf(claude)],
    has: (body) => count(body, 'document') > 0,
    words: 'messages.0.content.0.pdf.source.base64.data: A maximum of 100 PDF pages may be provided.',
    without: ['omit-media'],
    left: /\[Page 1\]/,
  },
  // claude-code#5174, 2025-08
  'a PDF that Claude can not read': {
    target: claude,
    history: [user('Read.', pdf), answerOf(claude)],
    has: (body) => count(body, 'document') > 0,
    words: 'messages.0.content.0.pdf.source.base64.data: The PDF specified was not valid.',
    without: ['omit-media'],
    left: /\[Page 1\]/,
  },
  // gemini-cli#13808, 2025-11
  'a PDF that Gemini can not read': {
    target: gemini,
    history: [user('Read.', pdf), answerOf(gemini)],
    has: (body) => JSON.stringify(body).includes('application/pdf'),
    words: 'The document has no pages.',
    without: ['omit-media'],
    left: /\[Page 1\]/,
  },
  // llama.cpp#13566, 2025-05
  'pictures at a server without an eye': {
    target: seeing,
    history: [user('Look.', picture()), answerOf(local)],
    has: (body) => count(body, 'image_url') > 0,
    words: 'image input is not supported by this server',
    status: 500,
    without: ['omit-media'],
  },
  // vllm#23402, 2025-08
  'pictures for a model that sees none': {
    target: seeing,
    history: [user('Look.', picture()), answerOf(local)],
    has: (body) => count(body, 'image_url') > 0,
    words: 'local-model is not a multimodal model',
    without: ['omit-media'],
  },
  // hermes-agent PR#23411, 2026-05
  'pictures for a model of OpenRouter that sees none': {
    target: withModel(router, { images: true }),
    history: [user('Look.', picture()), answerOf(router)],
    has: (body) => count(body, 'image_url') > 0,
    words: 'No endpoints found that support image input',
    status: 404,
    without: ['omit-media'],
  },
  ...Object.fromEntries(
    [
      // opencode#30381, 2026-06
      "AiError: Bad input: Error: oneOf at '/' not met, 0 matches: required properties at '/' are 'prompt', Type mismatch of '/messages/0/content', 'array' not in 'string'",
      // integration_openai#236, 2025-07
      'JSON format issue: expected string at field messages.content got instead array',
      // claude-code-router#965, 2025-10
      "Unable to tokenize message with status code 400 for model local-model: Invalid 'content' type. Expected one of: ['str'], got list.",
      // mcp-agent#25, 2025-02
      'Failed to deserialize the JSON body into the target type: messages[0]: invalid type: sequence, expected a string at line 1 column 639',
      // ollama#3824, 2024-04
      'json: cannot unmarshal array into Go struct field Message.messages.content of type string',
      // LibreChat#3111, 2024-06
      "Invalid type for 'messages[0].content': expected a string, but got an array instead.",
      // mlx-lm and DashScope (hermes-agent, agent/conversation_loop.py, 2026-08)
      "Only 'text' content type is supported.",
      'Unexpected item type in content.',
    ].map((words, index): [string, Case] => [
      `pictures where the content of a message is text (${index + 1})`,
      {
        target: seeing,
        history: [user('Look.', picture()), answerOf(local)],
        has: (body) => count(body, 'image_url') > 0,
        words,
        without: ['omit-media'],
      },
    ]),
  ),
  // oh-my-pi PR#10055, 2026-08; codex PR#9146, 2026-01
  'a picture that OpenAI can not read': {
    target: withModel(gpt, { images: true }),
    history: [user('Look.', picture()), answerOf(gpt)],
    has: (body) => count(body, 'input_image') > 0,
    words: 'The image data you provided does not represent a valid image. Please check your input and try again.',
    without: ['omit-media'],
  },
  // gemini-cli#27244, 2026-05
  'a picture that Gemini can not read': {
    target: withModel(gemini, { images: true }),
    history: [user('Look.', picture()), answerOf(gemini)],
    has: (body) => JSON.stringify(body).includes('inlineData'),
    words: 'Provided image is not valid.',
    without: ['omit-media'],
  },
  ...Object.fromEntries(
    [
      // Kimi: kimi-code#1082, 2026-06; hermes-agent PR#81326, 2026-08
      'Invalid request: prepare image failed error, status code: 400, message: failed to decode image',
      // Mistral: n8n, MistralAi.node.ts, 2026
      'Image, "data:image/png;base64,iVBORw0K", could not be loaded as a valid image',
      // DashScope: help.aliyun.com/zh/model-studio/error-code, 2026
      '<400> InternalError.Algo.InvalidParameter: The image length and width do not meet the model restrictions. [height:1 or width:1 must be larger than 10]',
      // hermes-agent, agent/conversation_loop.py, 2026-08
      'vision is not supported',
    ].map((words): [string, Case] => [
      `a picture of which a server says: ${words}`,
      {
        target: seeing,
        history: [user('Look.', picture()), answerOf(local)],
        has: (body) => count(body, 'image_url') > 0,
        words,
        without: ['omit-media'],
      },
    ]),
  ),
  // openclaude#35, 2026-04; kimi-code#509, 2026-06
  'a longer answer than DeepSeek writes': {
    target: local,
    has: (body) => Number(body['max_tokens']) > 4096,
    words: 'Invalid max_tokens value, the valid range of max_tokens is [1, 4096]',
    without: ['model-output'],
    left: /"max_tokens":4096/,
  },
  // MiniMax: note-gen#918, 2026-02
  'a system message that MiniMax refuses': {
    target: { ...local, system: 'Be brief.' },
    has: ({ messages }) => object(list(messages)[0])['role'] === 'system',
    words: 'invalid params, chat content has invalid message role: system (2013)',
    without: ['chat-switch'],
    left: /Be brief/,
  },
  // DashScope: chatgpt-plugin#696, 2024-05
  'a tool whose name DashScope keeps for itself': {
    target: { ...local, tools: [...TOOLS, { name: 'search', inputSchema: { type: 'object', properties: {} } }] },
    has: (body) => JSON.stringify(body.tools).includes('"search"'),
    words: 'Tool names are not allowed to be [search]',
    without: ['quarantine-tool'],
    left: /clock__now/,
  },
  // lobehub#11408, 2026-01
  'calls that Zhipu does not take back': {
    target: { ...local, tools: TOOLS },
    history: [
      user('When?'),
      answerOf(local, { type: 'tool_call', id: 'c1', name: 'clock__now', args: {} }),
      { role: 'tool', parts: [{ type: 'tool_result', callId: 'c1', name: 'clock__now', text: 'noon' }] },
      answerOf(local),
    ],
    has: (body) => JSON.stringify(body).includes('tool_calls'),
    words: 'messages 参数非法。请检查文档。',
    without: ['flatten-calls', 'strip-state'],
    left: /noon/,
  },
  // LiteLLM, before it asks Anthropic or Bedrock
  'calls in a conversation whose tools are turned off': {
    target: local,
    history: [
      user('When?'),
      answerOf(local, { type: 'tool_call', id: 'c1', name: 'clock__now', args: {} }),
      { role: 'tool', parts: [{ type: 'tool_result', callId: 'c1', name: 'clock__now', text: 'noon' }] },
      answerOf(local),
    ],
    has: (body) => JSON.stringify(body).includes('tool_calls'),
    words:
      "litellm.UnsupportedParamsError: Anthropic doesn't support tool calling without `tools=` param specified. Pass `tools=` param OR set `litellm.modify_params = True`",
    without: ['flatten-calls', 'strip-state'],
    left: /noon/,
  },
  // OpenHands#5722, 2024-12; jido_ai PR#215, 2026-03
  'the empty text of an answer that only calls': {
    target: { ...local, tools: TOOLS },
    history: [
      user('When?'),
      { ...answerOf(local), parts: [{ type: 'tool_call', id: 'c1', name: 'clock__now', args: {} }] },
      { role: 'tool', parts: [{ type: 'tool_result', callId: 'c1', name: 'clock__now', text: 'noon' }] },
      answerOf(local),
    ],
    has: ({ messages }) => list(messages).some((message) => object(message)['content'] === ''),
    words:
      'litellm.BadRequestError: BedrockException - {"message":"The text field in the ContentBlock object at messages.2.content.0 is blank. Add text to the text field, and try again."}',
    without: ['chat-switch'],
    left: /"tool_calls"/,
  },
  // vendor-rules M1; the list of errors as Mistral sends it
  'tools that Mistral does not know here': {
    target: { ...mistral, tools: TOOLS },
    has: hasTools,
    words: 'body.tools: Extra inputs are not permitted',
    without: ['no-tools'],
  },
  // vllm#13397, 2025-02
  'more pictures than vLLM was started for': {
    target: mistral,
    history: [1, 2, 3].flatMap(() => [user('Look.', picture()), answerOf(mistral)]),
    has: (body) => count(body, 'image_url') > 2,
    words: 'At most 2 image(s) may be provided in one request.',
    without: ['omit-media'],
    left: /"image_url".*"image_url"/,
  },
  // opencode#48647, 2026-09
  'more pictures than a server takes': {
    target: mistral,
    history: [1, 2, 3].flatMap(() => [user('Look.', picture()), answerOf(mistral)]),
    has: (body) => count(body, 'image_url') > 1,
    words: 'request contains 3 images, exceeding the maximum of 1 allowed per request',
    without: ['omit-media'],
    left: /"image_url"/,
  },
};

describe.each(Object.entries(CASES))('%s', (_name, { target, history = [], has, words, status, without, left }) => {
  it('is given up, and the conversation goes on', async () => {
    const lab = await RecoveryLab.open();
    lab.gate = refusesWhile(has, words, status);
    await lab.put(...history);
    const asked = await lab.ask('And now?', target);
    expect(asked.message.error).toBeUndefined();
    expect(asked.bodies).toHaveLength(2);
    expect([...new Set(asked.added.map(({ kind }) => kind))].toSorted()).toEqual([...without].toSorted());
    expect(JSON.stringify(asked.bodies[1])).toMatch(left ?? /./);
    const again = await lab.ask('Go on.', target);
    expect(again.message.error).toBeUndefined();
    expect(again.bodies).toHaveLength(1);
  });
});
