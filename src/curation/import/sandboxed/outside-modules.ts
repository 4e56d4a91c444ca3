import { isStandardModule, type FileOutline, type Language } from "../../../languages/index.ts";

/** Modules of the standard library that reach the network, other programs or the desktop. */
const OUTSIDE =
  /^(?:ftplib|http\.client|imaplib|multiprocessing|nntplib|poplib|pty|smtplib|socket|socketserver|ssl|subprocess|telnetlib|tkinter|urllib\.request|webbrowser|xmlrpc)(?:\.|$)/;

/** Packages that are there to reach a service, by the first part of their import name. */
const SERVICES = new Set(
  `aiobotocore aiohttp aiokafka aiomysql aioredis anthropic asyncpg azure boto boto3 botocore cassandra celery cohere discord
docker elasticsearch fabric feedparser firebase_admin gitlab github google googleapiclient gql grpc httplib2 httpx huggingface_hub influxdb
kafka kubernetes langchain ldap3 minio motor mysql MySQLdb neo4j ollama openai opensearchpy oracledb paho paramiko peewee pexpect pika
playwright praw psycopg psycopg2 pycurl pymongo pymysql pyodbc redis replicate requests requests_oauthlib selenium sendgrid serial slack_sdk
snowflake spotipy sqlalchemy stripe telegram telethon tweepy twilio urllib3 websocket websockets yfinance zmq`.split(
    /\s+/,
  ),
);

/** What of a text's imports has to be stood in for. */
export interface OutsideModules {
  /** Packages that do not come with the interpreter. */
  readonly packages: readonly string[];
  /** Modules, of packages or not, that reach outside. */
  readonly services: readonly string[];
}

/** Reads the imports of a slice; `own` are modules of the repository itself. */
export function findOutsideModules(
  texts: readonly string[],
  { syntax }: Pick<Language, "syntax">,
  own: ReadonlySet<string>,
): OutsideModules {
  const imports = texts.flatMap((text) => syntax.outline(text)?.imports ?? []);
  const modules = imports.flatMap(nameModules).filter((name) => !name.startsWith(".") && !own.has(name));
  const tops = modules.map((name) => name.split(".")[0] ?? "");
  const packages = tops.filter((name) => !isStandardModule(name) && !own.has(name));
  const reaching = modules.filter((name) => OUTSIDE.test(name));
  const services = packages.filter((name) => SERVICES.has(name));
  return { packages: sorted(packages), services: sorted([...reaching, ...services]) };
}

/** A module, and what it would be if the name taken from it were one too. */
function nameModules({ module, attribute }: FileOutline["imports"][number]): string[] {
  return attribute === undefined ? [module] : [module, `${module}.${attribute}`];
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted();
}
