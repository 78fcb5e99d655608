import { DIRECTIVE_HELP_KOREAN } from './directive-help.ts';
import { longText } from './long-text.ts';
import { pickSnippet } from './snippets.ts';
import type { Subject } from './topics.ts';
import { clip, type Facts, fence, firstLine, listed, quote, type Words } from './words.ts';

function seen(facts: Facts): string {
  const lines = [
    facts.answers > 0
      ? `지금까지 ${facts.said.length}번째로 쓰신 메시지입니다. 앞선 대답 ${facts.answers}개는 누가 했든 대화 전체와 함께 저에게 넘어왔습니다.`
      : '이 대화의 첫 메시지입니다.',
  ];
  if (facts.attachments > 0)
    lines.push(`파일 ${facts.attachments}개를 첨부하셨네요. 진짜 모델이라면 내용을 보겠지만, 저는 있다는 것만 압니다.`);
  return lines.join(' ');
}

const SUBJECTS: Readonly<Record<Subject, string>> = {
  baton: 'Baton 소개',
  markdown: '마크다운',
  code: '코드',
  math: '수식',
  table: '표',
  long: '긴 글',
  tools: '이 요청의 도구',
  recall: '지금까지 한 말',
  help: '연습에서 할 수 있는 일',
  hello: '인사',
  thanks: '감사 인사',
  general: '스크립트에 준비된 글이 없는 것',
};

export const KOREAN: Words = {
  notice: (facts) =>
    `> **연습입니다.** 이 대답은 이 컴퓨터에서 도는 스크립트(${facts.label})가 만듭니다. 모델도 키도 없고, 밖으로 나가는 것도 없습니다. 그 밖의 모든 것은 통신 규약부터 저장까지 진짜입니다. 무엇을 할 수 있는지는 \`!help\`로 볼 수 있습니다.`,

  baton: () => `**Baton**은 대화 도중에 모델을 바꿀 수 있는 채팅 프로그램입니다.

1. **어떤 대화든 어떤 모델로든 넘어갑니다.** 생각, 도구 호출, 끊긴 대답까지 다음 모델이 받아들이는 모양으로 전달하고, 무엇을 바꿨는지 보여 줍니다.
2. **아무것도 잃어버리지 않습니다.** 글자가 도착하는 동안 이미 저장되고, 갈래와 수정과 서명이 그대로 남습니다.
3. **허락 없이는 아무것도 실행되거나 나가지 않습니다.** 키는 화면에 닿지 않고, 도구와 링크는 먼저 물어봅니다.

지금 해 보세요. 아무거나 물어본 다음, 메시지 상자 아래에서 다른 연습 모델을 골라 이어 가면 됩니다. 키가 생기면 설정에 넣고 이 대화를 그대로 진짜 모델에게 넘길 수 있습니다.`,

  markdown: () => `## 마크다운 둘러보기

글자는 **굵게**, *기울여*, ~~지워서~~ 쓰거나 \`코드\`로 쓸 수 있고 [링크](https://commonmark.org)도 넣을 수 있습니다.

### 목록

- 첫째
  - 그 아래
- 둘째

1. 하나
2. 둘

- [x] 여기까지 읽기
- [ ] 모델 바꾸기

> 인용은 두 줄에
> 걸칠 수 있습니다.

### 표

| 부분 | 모델을 바꿀 때 | 보이는 모습 |
| --- | :---: | --- |
| 글 | 그대로 | 마크다운 |
| 생각 | 제자리에서만 | 접힌 채 |
| 도구 호출 | 그대로 | 줄에 꿴 구슬 |

---

코드 한 줄:

${fence('const baton = pass(conversation);', 'js')}`,

  code: (facts) => {
    const snippet = pickSnippet(facts.question);
    return `${snippet.name} 코드입니다.

${fence(snippet.code, snippet.language)}

그대로 복사해서 실행할 수 있습니다. 언어 이름(TypeScript, JavaScript, Python, Rust, Go, SQL, Bash)을 말하면 다른 예를 보여 드립니다.`;
  },

  math: () => `$a \\neq 0$일 때 $ax^2 + bx + c = 0$의 근은 다음과 같습니다.

$$
x_{1,2} = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}
$$

합 하나와 적분 하나:

$$
\\sum_{k=1}^{n} k^2 = \\frac{n(n+1)(2n+1)}{6}
\\qquad
\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt{\\pi}
$$

문장 속의 행렬 $\\begin{pmatrix} 0 & 1 \\\\ 1 & 0 \\end{pmatrix}$은 두 좌표를 맞바꿉니다. $5나 $10 같은 값은 수식이 아닙니다.`,

  table: () => `| 연습 모델 | 통신 규약 | 생각 | 생각이 묶이는 곳 |
| --- | --- | --- | --- |
| Practice Claude | Anthropic Messages | 적응형 | 앞선 내용 전부 |
| Practice Claude (manual) | Anthropic Messages | 예산제 | 블록 자신 |
| Practice GPT | OpenAI Responses | 강도 | 항목, 모델, 계정 |
| Practice Chat | Chat Completions | 강도 | 없음 |
| Practice Gemini | Gemini | 단계 | 도구 호출 |

모두 진짜가 거절하는 것을 똑같이 거절합니다. 여기서 되는 대화라면 제대로 전달된 것입니다.`,

  long: (facts) => longText('ko', facts.length),

  tools: (facts) =>
    facts.tools.length === 0
      ? '이 요청에는 도구가 없습니다. 설정에서 서버를 연결한 뒤 `!tool 이름 {"인자": 1}`이라고 쓰면 그 도구를 호출하고, `!parallel`로는 여러 개를 한꺼번에 호출합니다.'
      : `요청에 함께 온 도구입니다.\n\n${facts.tools
          .slice(0, 40)
          .map((tool) => `- \`${tool.name}\`${tool.description ? `: ${firstLine(tool.description)}` : ''}`)
          .join('\n')}\n\n줄 하나에 \`!tool ${facts.tools[0]?.name}\`이라고 쓰면 호출합니다.`,

  recall: (facts) =>
    facts.said.length < 2
      ? '아직 이 메시지 하나뿐입니다. 나중에, 모델을 바꾼 뒤에도 다시 물어보세요.'
      : `메시지를 ${facts.said.length}개 쓰셨습니다. 차례대로:\n\n${facts.said
          .slice(0, 20)
          .map((one, index) => `${index + 1}. ${firstLine(one)}`)
          .join('\n')}`,

  help: () =>
    `아무거나 물어보거나 *Baton*, *마크다운*, *코드*, *수식*, *표*, *도구*, *지금까지 한 말*에 대해 물어보세요. \`!\`로 시작하는 줄은 대답을 조종합니다. 한 줄에 하나씩 씁니다.\n\n${fence(DIRECTIVE_HELP_KOREAN, 'text')}`,

  hello: (facts) =>
    `안녕하세요! ${facts.answers > 0 ? '지금까지의 대화를 다 읽고 왔습니다. ' : ''}Baton이 무엇인지, 코드나 수식이나 표를 보여 달라고 물어보세요. 아무 말이나 쓴 다음 다른 연습 모델로 바꾸면, 제가 멈춘 곳에서 이어 갑니다.`,

  thanks: () => '천만에요. 언제든 다른 연습 모델로 바꾸어 이 대화를 이어 가거나 `!help`를 써 보세요.',

  general: (facts) =>
    `${facts.question ? `이렇게 쓰셨습니다.\n\n${quote(facts.question)}\n\n` : ''}${seen(facts)}

저는 그 물음에 답할 수 없습니다. 연습 뒤에는 모델이 없고 스크립트만 있습니다. 대신 모델처럼 움직일 수는 있습니다. 생각하고, 한 글자씩 보내고, 도구를 부르고, 진짜처럼 실패하기도 합니다. 키를 넣기 전에 Baton이 어떻게 일하는지 볼 수 있습니다.

- **코드**, **수식**, **표**, **마크다운**을 보여 달라고 하거나
- 다른 연습 모델로 바꾼 뒤 **지금까지 뭐라고 했는지** 묻거나
- 나머지는 \`!help\`로 볼 수 있습니다`,

  thinking: (facts, subject) => [
    `사용자가 "${firstLine(facts.question) || '지시어만'}"라고 썼다. ${seen(facts)}`,
    `주제: ${SUBJECTS[subject]}. 한국어로 짧게 답하고, 연습이라는 점을 솔직하게 말해야 한다.`,
    '좋은 대답은 요점부터 말하고 나서 보여 준다. 조각들을 순서대로 놓고 빠진 것이 없는지 살펴보자.',
    '한 번 더 보자. 더 쉽게 말할 수 있을까? 아마 그럴 것이다. 문장은 짧게, 생각은 하나씩.',
  ],

  calling: (names, round) =>
    `${round === 0 ? '도구를 써 보겠습니다' : '도움이 됐습니다. 이어서 도구를 더 쓰겠습니다'}: ${listed(names)}`,
  thinkingOfCall: (names, round) =>
    `${round === 0 ? '부탁받은 일에 필요한 도구' : `${round + 1}번째 순서다. 결과를 받았으니 다음에 필요한 도구`}: ${listed(names)}. ${names.length > 1 ? '서로 기다릴 필요가 없으니 한꺼번에 부르자.' : '이 단계에는 한 번이면 된다.'}`,
  results: (results) =>
    `${results.length === 1 ? '도구가 이렇게 답했습니다' : `결과 ${results.length}개가 돌아왔습니다`}.\n\n${results
      .map((one) => `**\`${one.name}\`**${one.failed ? ' 실패' : ''}\n\n${fence(clip(one.text) || '(없음)', 'text')}`)
      .join('\n\n')}\n\n진짜 모델이라면 이제 이것으로 일을 이어 갑니다. 연습은 온전히 도착했다는 것만 보여 줍니다.`,
  noSuchTool: (requested, facts) =>
    `\`${requested}\` 도구는 이 요청에 없습니다.${facts.tools.length > 0 ? ` 있는 도구: ${listed(facts.tools.slice(0, 12).map((tool) => tool.name))}` : ' 도구가 하나도 오지 않았습니다.'}`,
  problems: (problems) => `${problems.map((one) => `- ${one}`).join('\n')}\n\n쓸 수 있는 것은 \`!help\`에 있습니다.`,
  asksForPicture: /그림|그려|사진/,
  picture: (prompt) => `연습용 그림입니다: ${prompt}`,
  noPictures: '이 요청은 그림을 청하지 않았습니다. 입력창 옆에서 **이미지 만들기**를 켜고 다시 물어보세요.',
  pictureRefused: '그림 필터가 이 그림을 거절했습니다.',
  refusal: '연습용 거절입니다. 다른 것을 물어보면 대화가 이어집니다.',
};
