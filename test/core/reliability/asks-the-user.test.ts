import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asksTheUser } from '#texts/ask-phrases.ts';

describe('an answer that asks the user', () => {
  it.each([
    'Which database should I use?',
    'I found two ways to do it. Which one do you prefer?',
    'Should I go on with the second todo?',
    '**Shall I delete the old files?**',
    'Is that right (yes/no)?',
    'Which one?!',
    'Do you want Postgres or SQLite?\n\n1. Postgres\n2. SQLite',
    'Which of these do you want?\n- keep the file\n- remove it\n- ask me later',
    'Which port should I use? I’ll continue as soon as I know.',
    'Which one should it be? Thanks!',
    'Before I continue, I need to know:\n1. Which port?\n2. Which user?',
    'I need your approval before I push.',
    'Let me know which one you prefer.',
    'Let me know how you’d like to proceed.',
    'Let me know if you want me to continue with the rest.',
    'Please confirm that I may delete the branch.',
    'Two tests fail on main, too. Please advise.',
    'Please choose one of these:\n\n- A\n- B',
    'Tell me what to do with the failing test.',
    'I’ll wait for your answer before touching the database.',
    'Waiting for your decision.',
    'Reply “yes” to continue.',
    'It’s your call.',
    'The choice is yours.',
    'Done so far. Before I delete anything, please confirm.',
    'Both work; let me know which.',
    'Here is the command:\n```sh\nrm -r build\n```\nMay I run it?',
    '어떤 방법으로 할까요?',
    '어떤 방법으로 할까요',
    '두 가지 방법이 있어요. 어느 쪽이 좋을까요.',
    '계속 진행해도 될까요?',
    '이 파일을 지워도 되나요',
    '이게 맞는 파일인가요.',
    '어느 것으로 하시겠어요',
    '어떤 것을 원하시는지 알려 주세요.',
    '둘 중 하나를 선택해 주세요.\n\n1. 그대로 두기\n2. 지우기',
    '진행해도 되는지 확인해 주세요.',
    '답변을 기다릴게요.',
    '어떻게 하시겠습니까',
    'A로 할까요, B로 할까요? 알려 주시면 바로 진행할게요.',
    'どちらにしますか。',
    'この方法で進めてもよろしいでしょうか',
    'どちらが良いか教えてください。',
    '次のどれかをお選びください。\n- A\n- B',
    'ご回答をお待ちしています。',
    'どちらにしますか？よろしくお願いします。',
    '你想用哪一个？',
    'Welche Datei soll ich nehmen?',
  ])('%j does', (text) => {
    expect(asksTheUser(text)).toBe(true);
  });

  it.each([
    '',
    'Done.',
    'The first todo is done. I continue with the second one.',
    'Why did it fail? Because the port was taken.',
    'Why did it fail? The port was taken. I changed it and the tests pass.',
    'What changed?\n\nThe zone is now 30 meters long, and the test covers it.',
    'The heading is now “What is Baton?”',
    'I renamed the section to "Where is my data?"',
    'The regular expression is `colou?r?`',
    'It now reads:\n```md\nShall we begin?\n```',
    '> Which one should I use?',
    'See https://example.com/search?',
    'All tests pass. Let me know if you have any questions.',
    'All done! Let me know if you need anything else.',
    'Finished. If anything is unclear, please let me know.',
    'Feel free to tell me what you think of it if something is missing.',
    'Is there anything else you need? If not, happy to help later.',
    'The docs tell me which port it is.',
    'The form lets users choose which one they want.',
    'I let the caller know how it ended.',
    'It waits for your answer in the code that asks.',
    'The user must confirm before it is deleted.',
    'Files changed:\n- a.ts\n- b.ts',
    'Next I will:\n1. read the file\n2. fix the test',
    'I asked which database it is, and the config says Postgres.',
    'The function returns whether you are sure.',
    'Try another model, or type `!help`.',
    'To choose:\n- Type `!help` for the list',
    '첫 번째 할 일을 끝냈어요.',
    '테스트가 모두 통과해요. 이제 집에 가요.',
    '포트가 이미 쓰이고 있으니까요.',
    '오류는 한 번만 일어나요.',
    '이제 배터리가 빛나요.',
    '알겠어요.',
    '궁금한 점이 있으면 언제든 알려 주세요.',
    '수정할 부분이 있으면 말씀해 주세요.',
    '제목을 “무엇을 할까요?”로 바꿨어요.',
    '왜 실패했을까요? 포트가 이미 쓰이고 있었어요.',
    '最初のタスクが終わりました。',
    '何かあれば教えてください。',
    'ご不明な点がございましたらお知らせください。',
    'なぜ失敗したのでしょうか。ポートが使われていました。',
    '見出しを「何をしますか？」に変えました。',
    '完成了。',
  ])('%j does not', (text) => {
    expect(asksTheUser(text)).toBe(false);
  });

  it('sees a question at the end of any text, and none that has its answer after it', () => {
    const words = fc.constantFrom('The tests pass.', 'I changed three files.', '- one\n- two', '`x?`', '# Done');
    const question = fc.constantFrom('Which one do you want?', '어느 쪽으로 할까요?', 'どちらにしますか？');
    const answer = fc.constantFrom('I took the second one.', '두 번째로 했어요.', '二つ目にしました。');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 5 }), question, answer, (before, asked, answered) => {
        const text = [...before, asked].join('\n\n');
        expect(asksTheUser(text)).toBe(true);
        expect(asksTheUser(`${text} ${answered}`)).toBe(false);
        expect(asksTheUser(`${text}\n\n${answered}`)).toBe(false);
      }),
    );
  });

  it('takes any text, long ones quickly', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => typeof asksTheUser(text) === 'boolean'));
    const before = performance.now();
    for (const piece of ['please ', 'so then and ', '? ', 'before i go, ', '알려', 'thanks '])
      asksTheUser(piece.repeat(50_000));
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});
