import type { outline as en } from '#texts/en/outline.ts';
import type { Translation } from '#texts/base/translation.ts';

export const outline = {
  title: 'アウトライン',
  open: '会話のアウトライン',
  filter: 'テキストまたはモデルで絞り込む',
  tree: 'メッセージとブランチ',
  read: '読み込み中…{{count}}件',
  empty: 'メッセージはまだありません。',
  none: 'この言葉で始まるメッセージはありません。',
  count_other: 'メッセージ{{count}}件',
  found: '{{of, number}}件中{{count}}件',
  hint: 'Enterで移動、左右キーでブランチを開閉します。',
  here: '現在の位置',
  chosen: '現在のブランチ上',
  version: 'バージョン{{at}}/{{of}}',
  'how.edited': '編集',
  'how.again': '再質問',
  'how.compared': '比較',
  you: 'あなた',
  baton: 'Baton',
  summary: '要約',
  noWords: 'テキストなし',
  attachment: '添付ファイル',
  failed: '回答なし',
  writing: '作成中',
  steps: '{{count}}ステップ',
} satisfies Translation<typeof en>;
