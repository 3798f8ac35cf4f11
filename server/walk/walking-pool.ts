// Makes snapshots of adopted pages by walking: a page stays loaded in a worker and goes to a state by its fragment, as a reader does,
// which costs a fraction of loading it. In: orders that allow it, and a pool that loads each page anew. Out: answers. What has not
// been proven is never given: until a group of states has proven itself its pages are loaded anew, and walked to beside that, to
// compare; later a sample is. Answers say that they were made so: they are recalled when a proof fails.

import { andThen } from '../http/maybe-promise.ts'
import type { Pool } from '../pool/pool.ts'
import type { Answer, Order, Proof, Refusal, Walked } from '../pool/protocol.ts'
import { servedDifference } from './difference.ts'
import { createGroupProofs, type Ended, type Place } from './group-proofs.ts'
import { createWalkers } from './loaded-pages.ts'
import { isWalked, type Walker, type WalkerOptions } from './walker.ts'

/** Settings. */
export interface WalkingOptions extends WalkerOptions {
  /** How many pages may be loaded at a time. */
  readonly most: number
  /** From 0 to below 1: which pages are proven beside those that must be. */
  readonly random: () => number
  /** Told of every proof. */
  readonly onProof: (proof: Proof, maker: number) => void
}

/** A walker with more jobs takes no more: loading is as fast then. */
const MOST_WAITING = 16

const REMEDY =
  'an app keeps something from state to state there; readers who go that way see it, too'

/** Puts walking before a pool. */
export function walkingPool(fresh: Pool, options: WalkingOptions): Pool {
  const proofs = createGroupProofs(options.random)
  const walkers = createWalkers(options, options.most)

  const stepOf = (order: Order, { from, shape }: Walked): string =>
    JSON.stringify([
      from === undefined ? null : proofs.placeOf({ ...order, state: from })?.group,
      shape,
    ])

  function ends(
    order: Order,
    { groups, isBarred }: Ended,
    cluster: string,
    what: string,
    maker: number,
  ): void {
    walkers.retire(cluster)
    const then = isBarred
      ? 'States like it are loaded anew from now on, which is right, and slow.'
      : 'From now on it is walked to from states like it only.'
    groups.forEach((group, at) => {
      const why =
        at === 0 ? `${what}: ${REMEDY}. ${then}` : `Pages of ${group} were made by the same page.`
      options.onProof({ group, state: order.state, why }, maker)
    })
  }

  /** Compares what was made both ways. */
  function judge(
    order: Order,
    place: Place,
    { walker, walked }: { readonly walker: Walker; readonly walked: Answer | undefined },
    anew: Answer | Refusal,
  ): void {
    // A page that fails by itself proves nothing.
    if (anew.type !== 'snapshot' || anew.shows?.isAtFault) return
    if (proofs.placeOf(order)?.group !== place.group) return
    if (!isWalked(walked)) {
      const ended = proofs.stumbled(order, place)
      if (ended === undefined) return
      const what = walked === undefined ? 'its worker ended' : whyNot(walked)
      ends(order, ended, place.cluster, `The page cannot be walked to (${what})`, walker.maker)
      return
    }
    const difference = servedDifference(anew, walked)
    if (difference !== undefined) {
      const { from } = walked.walked
      const way =
        from === undefined ? 'when it is loaded twice' : `when it is come to from "${from}"`
      const what = `The page shows something else ${way} than loaded anew: ${difference}`
      ends(order, proofs.failed(order, place, walker.groups), place.cluster, what, walker.maker)
      return
    }
    // It was not walked to.
    if (walked.walked.from === undefined) return
    proofs.held(place, stepOf(order, walked.walked))
    options.onProof({ group: place.group, state: order.state, why: undefined }, walker.maker)
  }

  /** Loads it anew, and walks to it beside that. */
  function prove(order: Order, place: Place, walker: Walker) {
    proofs.noteStep(place)
    const walking = walker.go(order, place.group)
    return andThen(fresh.render(order), (anew) => {
      void walking.then((walked) => judge(order, place, { walker, walked }, anew))
      return anew
    })
  }

  async function walk(order: Order, place: Place, walker: Walker): Promise<Answer | Refusal> {
    proofs.noteStep(place)
    const walked = await walker.go(order, place.group)
    const isStill = proofs.placeOf(order)?.group === place.group
    if (isStill && isWalked(walked) && !walked.shows?.isAtFault) {
      const { walked: way, ...answer } = walked
      if (!proofs.mustProve(place, stepOf(order, way)) && !way.inDoubt) {
        return { ...answer, reused: { group: place.group, maker: walker.maker } }
      }
    }
    const anew = await fresh.render(order)
    judge(order, place, { walker, walked }, anew)
    return anew
  }

  return {
    render(order) {
      const place = order.walks && !order.made ? proofs.placeOf(order) : undefined
      if (place === undefined) return fresh.render(order)
      const { cluster } = place
      const walker = walkers.loaded(cluster, order.shell)
      const another = walkers.start(cluster, order.shell)
      if (walker === undefined || (!proofs.isBelieved(place) && walker.load > 0)) {
        return another ? prove(order, place, another) : fresh.render(order)
      }
      if (!proofs.isBelieved(place)) return prove(order, place, walker)
      if (another) void another.go(order, place.group)
      return walker.load < MOST_WAITING ? walk(order, place, walker) : fresh.render(order)
    },
    get waiting() {
      return fresh.waiting + walkers.load
    },
    get ready() {
      return fresh.ready
    },
    close: () => Promise.all([fresh.close(), walkers.close()]).then(() => undefined),
  }
}

const whyNot = (answer: Answer): string =>
  answer.type === 'crashed' ? answer.error : answer.type === 'late' ? 'it was late' : answer.type
