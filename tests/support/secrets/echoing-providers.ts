// Answers every call of a payment provider by a refusal that repeats the whole call, with the key.
// A test calls `echoProviders`; `--import` of this file does so in a process of the program.

const providerHosts = /(^|\.)(stripe|paypal)\.com$/;
const passed = globalThis.fetch;

/** Number of calls that were answered. */
export const echoed = { calls: 0 };

async function echo(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  if (!providerHosts.test(url.hostname)) return passed(input, init);
  echoed.calls++;
  const headers = [...new Headers(init?.headers).entries()].map((pair) => pair.join(": "));
  const credentials = headers.find((line) => line.startsWith("authorization")) ?? "";
  const basic = /Basic (\S+)/.exec(credentials)?.[1] ?? "";
  const message = [url, ...headers, atob(basic), String(init?.body ?? "")].join("\n");
  const answer = {
    name: "AUTHENTICATION_FAILURE",
    message,
    error_description: message,
    details: [{ issue: "INVALID_KEY", description: message }],
    error: { type: "invalid_request_error", code: "api_key_expired", message, param: message },
  };
  return new Response(JSON.stringify(answer), {
    status: 401,
    headers: { "content-type": "application/json", "stripe-should-retry": "false" },
  });
}

export function echoProviders(): () => void {
  globalThis.fetch = echo;
  return () => {
    globalThis.fetch = passed;
  };
}

if (process.env.ECHO_PROVIDERS === "yes") echoProviders();
