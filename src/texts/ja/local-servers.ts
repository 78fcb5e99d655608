import type { localServers as en } from '#texts/en/local-servers.ts';
import type { Translation } from '#texts/base/translation.ts';

export const localServers = {
  title: 'このパソコンのモデルを使う',
  intro: 'ボタンを押したときにだけ、このパソコンでOllama、LM Studio、llama.cpp、vLLM、Janの標準ポートを調べます。',
  first: 'Ollama、LM Studio、llama.cpp、vLLM、Janをキーなしで使えます。ボタンを押すとBatonが探します。',
  search: 'このパソコンを検索',
  again: 'もう一度検索',
  searching: 'このパソコンを検索中…',
  found_other: '{{count}}台のサーバーが見つかりました。モデルを選んで会話を始めてください。',
  none: 'このパソコンで動いているモデルサーバーはありません。',
  how: '起動してからもう一度検索してください。初めての場合は、ollama.comからOllamaを入手し、モデルをダウンロードします。',
  jan: 'Settings > Local API Server',
  noModels: '動いていますが、モデルがまだありません。',
  window: 'コンテキストウィンドウ{{window}}トークン',
  windowOf: 'コンテキストウィンドウ{{window}}トークン（最大{{max}}）',
  windowMax: 'コンテキスト最大{{max}}トークン',
  windowUnknown: 'コンテキストの長さは不明',
  remote: 'クラウドで実行（このパソコンではありません）',
} satisfies Translation<typeof en>;
