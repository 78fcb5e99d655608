import type { speech as en } from '#texts/en/speech.ts';
import type { Translation } from '#texts/base/translation.ts';

export const speech = {
  label: '読み上げ中',
  item: '読み上げる',
  pause: '一時停止',
  resume: '再開',
  back: '前の文',
  forward: '次の文',
  stop: '読み上げを停止',
  at: '{{index}} / {{of}}',
  rate: '速度',
  voice: '音声',
  code: 'コード。',
  formula: '数式',
  nothing: 'このメッセージには読み上げる内容がありません。',
  noVoice: 'このパソコンには{{language}}の音声がありません。システムの設定でインストールできます。',
  failed: 'システムで読み上げできませんでした。',
} satisfies Translation<typeof en>;
