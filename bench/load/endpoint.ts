/** A chat endpoint that answers at once, in a process of its own: prints its base URL, ends with its standard input. Every answer is a new right one; `n` is taken. */
import { send, serveChat } from "../../test/models/served-chat.ts";

let answers = 0;
const served = await serveChat((response, { body: { n = 1 } }) => {
  const choices = Array.from({ length: n }, (_, index) => {
    const number = answers++;
    const content = `\`\`\`python\ndef grade(days, limit=3):\n    if days < 0:\n        raise ValueError("answer ${number}")\n    answer = ${number}\n    return "fresh" if days <= limit else "old"\n\`\`\`\n`;
    return { index, finish_reason: "stop", message: { role: "assistant", content } };
  });
  const usage = { prompt_tokens: 11, completion_tokens: 7 * n, total_tokens: 11 + 7 * n, cost: 0.25 * n };
  const head = { id: "chat-1", object: "chat.completion", created: 0, model: "orchard-large" };
  send(response, 200, { ...head, choices, usage });
});
console.log(served.url);
process.stdin.resume();
process.stdin.once("end", () => process.exit(0));
