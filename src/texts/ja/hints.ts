import type { hints as en } from '#texts/en/hints.ts';
import type { Translation } from '#texts/base/translation.ts';

export const hints = {
  label: 'ヒント',
  dismiss: 'OK',
  approval: 'ツールは実行前に確認します。内容を確かめて、許可または拒否してください。',
  'switch-panel': 'モデルを切り替える前に、次のモデルに送られる内容と省かれる内容を表示します。',
  compare: '1つの質問に複数の回答です。1つを選んで続けます。ほかの回答も残ります。',
  knot: '結び目は、モデルを切り替えた場所です。選ぶと、何が変わったかを表示します。',
  stitch: '縫い目は、別の形で送られた部分です。選ぶと、理由を表示します。',
  'empty.commands': 'お試しモデルのコマンド',
  'try.markdown.label': '回答の表示例を見る',
  'try.markdown.text': '!show markdown\nマークダウンを見せてください。',
  'try.think.label': 'モデルの思考を見て、途中で止める',
  'try.think.text': '!think 3\nプロンプトだけでなく会話全体を引き継ぐことが大切なのはなぜですか？',
  'try.fault.label': 'エラーへの対応を見る',
  'try.fault.text': '!fault 529 times=2\n今、何が起きたか教えてください。',
  'try.help.label': 'すべてのコマンドを見る',
  'try.help.text': '!ヘルプ',
} as const satisfies Translation<typeof en>;
