/** A chat endpoint that answers at once, in a process of its own: prints its base URL, ends with its standard input. Every answer is a new right one. */
import { reply, serveChat } from "../../test/models/served-chat.ts";

const served = await serveChat((response, _request, index) =>
  reply(
    response,
    `\`\`\`python\ndef grade(days, limit=3):\n    if days < 0:\n        raise ValueError("answer ${index}")\n    answer = ${index}\n    return "fresh" if days <= limit else "old"\n\`\`\`\n`,
  ),
);
console.log(served.url);
process.stdin.resume();
process.stdin.once("end", () => process.exit(0));
