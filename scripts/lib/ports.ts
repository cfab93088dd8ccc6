import net from 'node:net'
import { randomInt } from 'node:crypto'
import { StepFailed } from './step.ts'

const [LOWEST_PORT, PORTS, MAX_TRIES] = [20_000, 10_000, 20]

/** A program listens there seconds later: the system gives outgoing connections only ports from 32768 up. */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = randomInt(LOWEST_PORT, LOWEST_PORT + PORTS)
    try {
      await listenOn(port)
      return port
    } catch (error) {
      if (tries === MAX_TRIES) throw error
    }
  }
}

export async function assertFree(port: number) {
  try {
    await listenOn(port)
  } catch (cause) {
    throw new StepFailed(
      `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=8788 npm start`,
      { cause },
    )
  }
}

function listenOn(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject)
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()))
  })
}
