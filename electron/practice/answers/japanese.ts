import { DIRECTIVE_HELP_JAPANESE } from './directive-help.ts';
import { longText } from './long-text.ts';
import { pickSnippet } from './snippets.ts';
import type { ProblemKind } from './script-problem.ts';
import type { Subject } from './topics.ts';
import { clip, type Facts, fence, firstLine, listed, numbered, quote, type Words } from './words.ts';

function seen(facts: Facts): string {
  const lines = [
    facts.answers > 0
      ? `この会話の${facts.said.length}件目のメッセージです。これまでの回答${facts.answers}件も、会話全体と一緒に受け取りました。`
      : 'この会話の最初のメッセージです。',
  ];
  if (facts.attachments > 0)
    lines.push(
      `ファイルが${facts.attachments}件添付されています。実際のモデルなら内容を読みますが、ここではファイルがあることだけがわかります。`,
    );
  return lines.join('');
}

const SUBJECTS: Readonly<Record<Subject, string>> = {
  baton: 'Batonの紹介',
  markdown: 'Markdown',
  code: 'コード',
  math: '数式',
  table: '表',
  long: '長い文章',
  tools: 'この要求のツール',
  recall: 'これまでのメッセージ',
  summary: '次のモデルへの要約',
  help: 'お試しモデルでできること',
  hello: 'あいさつ',
  thanks: 'お礼',
  general: '回答が用意されていない内容',
};

const PROBLEMS: Readonly<Record<ProblemKind, (about: string) => string>> = {
  unknown: () => '存在しないコマンドです',
  number: () => '数字が必要です',
  address: () => 'アドレスが必要です',
  pages: () => '2-3のようなページ番号が必要です',
  block: () => '英小文字の単語が必要です',
  topic: () => '存在しないトピックです',
  fault: (known) => `存在しないエラーです。使えるエラー: ${known}`,
  option: (option) => `\`${option}\`は使えないオプションです`,
  'tool-name': (rest) => (rest === '' ? 'ツール名が必要です' : `${rest}の前にツール名が必要です`),
  arguments: (tool) => `${tool}の引数がJSONオブジェクトではありません`,
};

export const JAPANESE: Words = {
  notice: (facts) =>
    `> **お試しです。**${facts.label}は、このパソコンで決まった回答を返します。キーは不要で、どこにも送信しません。プロトコルから保存まで、ほかはすべて実際と同じです。できることは\`!ヘルプ\`で確認できます。`,

  baton: () => `**Baton**は、会話の途中でモデルを切り替えられるチャットアプリです。

1. **どの会話も、どのプロバイダーとも続けられます。**思考、ツール呼び出し、途中で切れた回答も、次のモデルが受け付ける形で送り、変更した点を表示します。
2. **何も失われません。**回答は届くそばから保存され、ブランチ、編集、署名も残ります。
3. **同意なしには何も実行、送信しません。**キーはページに渡らず、ツールとリンクは先に確認します。

試してみてください。何か質問した後、メッセージ欄の下で別のお試しモデルを選んで続けてください。キーを取得したら設定に追加し、この会話をそのまま実際のモデルと続けられます。`,

  markdown: () => `## Markdownの例

テキストは**太字**、*斜体*、~~取り消し線~~、\`コード\`にでき、[リンク](https://commonmark.org)も入れられます。

### リスト

- 項目
  - その下の項目
- 別の項目

1. 1つ目
2. 2つ目

- [x] ここまで読む
- [ ] モデルを切り替える

> 引用は2行に
> わたることもあります。

### 表

| 部分 | 切り替え後 | 表示 |
| --- | :---: | --- |
| テキスト | そのまま | Markdown |
| 思考 | 書いたモデルのみ | 折りたたみ |
| ツール呼び出し | そのまま | 糸に通した玉 |

---

1行のコード：

${fence('const baton = pass(conversation);', 'js')}`,

  code: (facts) => {
    const snippet = pickSnippet(facts.question);
    return `${snippet.name}のコードです。

${fence(snippet.code, snippet.language)}

そのままコピーして実行できます。別の例を見るには、言語（TypeScript、JavaScript、Python、Rust、Go、SQL、Bash）を指定してください。`;
  },

  math: () => `$a \\neq 0$のとき、$ax^2 + bx + c = 0$の解は次のとおりです。

$$
x_{1,2} = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}
$$

和と積分の例：

$$
\\sum_{k=1}^{n} k^2 = \\frac{n(n+1)(2n+1)}{6}
\\qquad
\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt{\\pi}
$$

文中の行列 $\\begin{pmatrix} 0 & 1 \\\\ 1 & 0 \\end{pmatrix}$ は2つの座標を入れ替えます。$5や$10のような金額は数式ではありません。`,

  table: () => `| お試しモデル | プロトコル | 思考 | 思考が結び付くもの |
| --- | --- | --- | --- |
| Practice Claude | Anthropic Messages | 適応型 | それより前のすべて |
| Practice Claude (manual) | Anthropic Messages | 予算 | ブロック自体 |
| Practice GPT | OpenAI Responses | 強度 | 項目、モデル、アカウント |
| Practice Chat | Chat Completions | 強度 | なし |
| Practice Gemini | Gemini | レベル | ツール呼び出し |

どれも、実際のプロバイダーが拒否するものを同じように拒否します。ここで続けられる会話は、正しく送信されています。`,

  long: (facts) => longText('ja', facts.length),

  tools: (facts) =>
    facts.tools.length === 0
      ? 'この要求にはツールがありません。設定でサーバーを接続した後、`!tool 名前 {"引数": 1}`と入力するとツールを呼び出し、`!parallel`では複数を同時に呼び出します。'
      : `この要求に含まれるツールです。\n\n${facts.tools
          .slice(0, 40)
          .map((tool) => `- \`${tool.name}\`${tool.description ? `: ${firstLine(tool.description)}` : ''}`)
          .join('\n')}\n\n呼び出すには、1行に\`!tool ${facts.tools[0]?.name}\`とだけ入力してください。`,

  recall: (facts) =>
    facts.said.length < 2
      ? 'まだこのメッセージだけです。後で、またはモデルを切り替えた後に、もう一度質問してください。'
      : `メッセージは${facts.said.length}件です。順番に：\n\n${numbered(facts.said)}`,

  summary: (facts) =>
    `実際のモデルは要約しますが、お試しモデルは受け取ったメッセージを並べるだけです。\n\n${numbered(facts.said.slice(0, -1))}`,

  help: () =>
    `何でも質問してください。*Baton*、*Markdown*、*コード*、*数式*、*表*、*ツール*、*これまでのメッセージ*については回答が用意されています。\`!\`で始まる行では回答を指定できます。1行に1つずつ入力します。\n\n${fence(DIRECTIVE_HELP_JAPANESE, 'text')}`,

  hello: (facts) =>
    `こんにちは。${facts.answers > 0 ? 'これまでの会話はすべて読みました。' : ''}Batonについて質問するか、コード、数式、表を見たいと伝えてください。メッセージを送った後に別のお試しモデルに切り替えると、続きから回答します。`,

  thanks: () => 'どういたしまして。別のお試しモデルに切り替えてこの会話を続けるか、`!ヘルプ`と入力してみてください。',

  general: (facts) =>
    `${facts.question ? `次のメッセージを受け取りました。\n\n${quote(facts.question)}\n\n` : ''}${seen(facts)}

この質問には答えられません。お試しモデルは決まった回答だけを返します。ただし、実際のモデルと同じように動きます。思考し、ストリーミングし、ツールを呼び出し、失敗もするので、キーを追加する前にBatonの動作を確かめられます。

- **コード**、**数式**、**表**、**Markdown**を見たいと伝える
- 別のお試しモデルに切り替えて、**これまでのメッセージ**を質問する
- ほかにできることは\`!ヘルプ\`で確認する`,

  thinking: (facts, subject) => [
    `ユーザーのメッセージ：「${firstLine(facts.question) || '指示のみ'}」。${seen(facts)}`,
    `話題は${SUBJECTS[subject]}です。日本語で短く答え、お試しであることを伝えます。`,
    'よい回答は要点から始まり、次に例を示します。順番に並べて、不足がないか確認します。',
    'もう一度見直します。もっと簡単に言えるでしょうか。文は短く、内容は1つずつにします。',
  ],

  calling: (names, round) =>
    `${round === 0 ? 'ツールを呼び出します' : '参考になりました。続けてツールを呼び出します'}: ${listed(names)}`,
  thinkingOfCall: (names, round) =>
    `${round === 0 ? '依頼に必要なツール' : `${round + 1}回目です。結果を受け取ったので、次に必要なツール`}: ${listed(names)}。${names.length > 1 ? '互いに待つ必要がないため、同時に呼び出します。' : 'このステップでは1回で足ります。'}`,
  results: (results) =>
    `${results.length === 1 ? 'ツールの結果です' : `結果を${results.length}件受け取りました`}。\n\n${results
      .map((one) => `**\`${one.name}\`**${one.failed ? ' 失敗' : ''}\n\n${fence(clip(one.text) || '（なし）', 'text')}`)
      .join(
        '\n\n',
      )}\n\n実際のモデルなら、この結果を使って続けます。お試しモデルは、結果がすべて届いたことだけを示します。`,
  noSuchTool: (requested, facts) =>
    `ツール\`${requested}\`はこの要求にありません。${facts.tools.length > 0 ? `含まれるツール: ${listed(facts.tools.slice(0, 12).map((tool) => tool.name))}` : 'ツールは1つも含まれていません。'}`,
  problems: (problems) =>
    `${problems.map(({ line, why, about }) => `- \`${line}\`: ${PROBLEMS[why](about)}`).join('\n')}\n\n使えるコマンドは\`!ヘルプ\`で確認できます。`,
  asksForPicture: /絵|描い|画像|写真|イラスト/,
  picture: (prompt) => `お試しの画像です: ${prompt}`,
  noPictures:
    'この要求では画像を作成できません。メッセージ欄の横の**画像を作成**をオンにして、もう一度依頼してください。',
  pictureRefused: '画像フィルターがこの画像を拒否しました。',
  refusal: 'お試しの拒否です。別のことを質問すると、会話を続けられます。',
};
