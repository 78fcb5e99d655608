import type { hints as en } from '#texts/en/hints.ts';
import type { Translation } from '#texts/base/translation.ts';

export const hints = {
  label: 'ヒント',
  dismiss: 'わかりました',
  approval: 'ツールは実行前に確認します。内容を確かめて、許可または拒否してください。',
  'switch-panel': 'モデルを切り替える前に、次のモデルに送られる内容と省かれる内容を表示します。',
  compare: '1つの質問に複数の回答です。1つを選んで続けます。ほかの回答も残ります。',
  knot: '結び目は、モデルを切り替えた場所です。選ぶと、何が変わったかを表示します。',
  stitch: '縫い目は、別の形で送られた部分です。選ぶと、理由を表示します。',
} as const satisfies Translation<typeof en>;
