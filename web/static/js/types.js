/**
 * The shapes that pass between the modules. Nothing runs here and no page loads it: editors and tsc read it.
 *
 * @typedef {object} Settings of a table
 * @property {string} name
 * @property {number} seats
 * @property {number} buy_in_min
 * @property {number} buy_in_max
 * @property {number} bots
 * @property {string} bot_level
 * @property {boolean} private
 * @property {number} action_ms
 * @property {{small_blind: number, big_blind: number, ante: number, ante_kind: string}} game
 *
 * @typedef {object} Seat a taken place
 * @property {number} seat
 * @property {string} name
 * @property {string} [bot]
 * @property {number} chips between hands; in one, what it was dealt in with
 * @property {boolean} sitting_out
 * @property {boolean} leaving
 * @property {boolean} [after_hand] and plays the running hand until then
 * @property {boolean} [posting] would rather post what it owes than wait for the big blind
 * @property {number} [out_ms] until a seat that sits out is freed, when the message was made
 * @property {string[]} [wishes] for hands to come, in order
 * @property {boolean} away
 * @property {string} [reason] why it sits out: "clock", "broke", or absent when asked for
 *
 * @typedef {{do: string, amount: number, bet: number, all_in: boolean, reason?: string}} Acted
 * @typedef {{amount: number, eligible: number[]}} Pot
 * @typedef {{seat: number, chips: number}} Stack
 * @typedef {{pot: number, amount: number, winners: Stack[], name?: string, best5?: string[][]}} Won best5 are the cards of each winner
 *
 * @typedef {object} HandSeat a place that was dealt in
 * @property {number} seat
 * @property {number} stack
 * @property {number} bet on this street
 * @property {number} in in the whole hand
 * @property {boolean} folded
 * @property {boolean} all_in
 * @property {Acted | null} last
 * @property {string[]} shown two cards once tabled, else none
 * @property {string[]} [best5] the five that play
 * @property {boolean} [mucked]
 *
 * @typedef {object} Hand
 * @property {string} hand
 * @property {number} number
 * @property {number} button
 * @property {number} small_blind
 * @property {number} big_blind
 * @property {string} [commitment]
 * @property {"preflop" | "flop" | "turn" | "river"} street
 * @property {string[]} board
 * @property {number} pot everything put in so far
 * @property {Pot[]} pots as swept at the end of the last street
 * @property {HandSeat[]} seats
 * @property {boolean} dealt whether the cards are out
 * @property {boolean} over
 * @property {Won[]} won
 * @property {string[]} your_cards
 * @property {string} your_hand
 * @property {Opening[]} openings of every card this viewer has seen
 *
 * @typedef {{seat: number, call: number, raise: "" | "bet" | "raise", min_to: number, max_to: number, step: number}} Legal
 *
 * @typedef {object} Turn
 * @property {string} hand
 * @property {number} turn
 * @property {number} seat
 * @property {number} price
 * @property {Legal} options
 * @property {number} clock_ms
 * @property {number} bank_ms what the time bank holds beyond it
 * @property {number} deadline on performance.now(); 0 when the time left is not known
 *
 * @typedef {{seq: number, type: string, name: string, [field: string]: any}} LogEntry an event and who it is about
 *
 * @typedef {object} TableState
 * @property {boolean} ready whether a snapshot has been applied
 * @property {boolean} gap an event is missing: only a snapshot helps
 * @property {number} seq of the last event applied
 * @property {string} id
 * @property {string} me the viewer's name
 * @property {Settings} settings
 * @property {Record<number, Seat>} seats
 * @property {{seat: number, last_id: string, watch?: boolean, host?: boolean, muted?: string[]}} you
 * @property {Hand | null} hand
 * @property {Turn | null} turn
 * @property {boolean} frozen
 * @property {{seat: number, name: string, deadline: number}[]} held free seats that are kept for somebody
 * @property {{n: number, seat: number, name: string, text: string}[]} chat what was said last
 * @property {number} paused when the host's pause ends by itself, on performance.now(); 0 without one
 * @property {boolean} ending the table closes after the running hand
 * @property {string[]} silenced names of those whom the host has silenced
 * @property {string} closed why the table has ended; "" while it lives
 * @property {LogEntry[]} log the newest last
 * @property {Record<number, boolean>} checks whether the card at a position of this hand's deck was proven
 *
 * @typedef {object} Summary a table in the lobby
 * @property {string} id
 * @property {Settings} settings
 * @property {number} taken
 * @property {number} people
 * @property {number} watchers
 * @property {number} hands
 *
 * @typedef {{table: string, name: string, chips: number}} Held a seat of this account
 *
 * @typedef {{used: number, limit: number, reset_at: string}} Allowance of a day
 *
 * @typedef {object} Me who this browser is
 * @property {{id: string, name: string, email?: string, guest: boolean, chips: number}} account
 * @property {Held[]} seats
 * @property {Record<string, Allowance>} quotas by kind
 *
 * @typedef {{used: number, cap: number, create: "open" | "full" | "draining"}} Capacity
 *
 * @typedef {object} Refusal why something did not happen
 * @property {string} code
 * @property {number} status 0 when nothing answered
 * @property {number} retryMs 0 when no wait was named
 * @property {number} [limit]
 * @property {number} [used]
 * @property {number} [min]
 * @property {number} [max]
 * @property {string} [resetAt] a date
 * @property {string} [path] what was asked for, over HTTP
 * @property {string} [ref]
 *
 * @typedef {object} Reading
 * @property {boolean} known false: show "–"
 * @property {number} seconds left, rounded up, so that 0 means over
 * @property {number} share of the whole turn that is left, 0 to 1
 * @property {"calm" | "soon" | "last"} mood
 *
 * @typedef {object} Pod what one place shows
 * @property {number} seat
 * @property {boolean} taken
 * @property {string} name
 * @property {boolean} bot
 * @property {number} stack
 * @property {number} bet
 * @property {string} tag the last action, or why the seat does nothing
 * @property {string} rest the amount of the last action
 * @property {"" | "folded" | "quiet" | "away"} tone
 * @property {string[] | "backs" | "none"} cards
 * @property {string[]} best5 the cards that win, to be lifted
 * @property {boolean} mine
 * @property {boolean} dealer
 * @property {boolean} acting
 * @property {number} wins chips won in this hand's pots so far
 *
 * @typedef {object} Sizing
 * @property {number} min
 * @property {number} max exactly all chips
 * @property {number} step
 * @property {number} bet what the viewer has in front already
 * @property {number} call what calling adds
 * @property {number} pot everything in the middle, bets included
 * @property {boolean} preflop
 *
 * @typedef {object} Status
 * @property {string} state
 * @property {number} lostAt performance.now() when the connection went; 0 while it is fine
 * @property {number} retryAt of the next try; 0 when none is planned
 * @property {number} budgetMs for how long the server keeps a seat
 * @property {number} waitUntil when the wait that the server asked for ends; 0 without one
 * @property {number} stopsAt when the server that has announced its restart stops at the latest; 0 while it has not
 * @property {boolean} restarting the server has said that it restarts
 * @property {number} rtt of the last ping; 0 when unknown
 * @property {import("./types.js").Refusal | null} refusal why the last try failed, when the server said so
 *
 * @typedef {object} Place
 * @property {number} x
 * @property {number} y
 * @property {number} betX
 * @property {number} betY
 * @property {"left" | "right" | "top" | "top-left" | "top-right" | "own"} side which decides where its text and cards go
 *
 * @typedef {object} Offer of chips to bring
 * @property {"sit" | "rebuy" | "topUp"} kind
 * @property {number} seat
 * @property {number} min
 * @property {number} max what the table and the stack allow
 * @property {number} have in the wallet
 * @property {number} step
 * @property {boolean} guest
 * @property {Held[]} elsewhere seats at other tables, where more chips lie
 *
 * @typedef {object} Question about the odds
 * @property {string[]} hands the viewer's first
 * @property {string} board
 *
 * @typedef {object} SeatingPage what seating.js needs of its page
 * @property {import("./commands.js").Commands} commands
 * @property {() => TableState} state
 * @property {(sentence: string) => void} refuse
 * @property {() => void} snapshot asks for one
 * @property {import("./pk-buyin.js").PkBuyin} dialog
 *
 * @typedef {object} SocketPage what socket.js needs of its page
 * @property {() => string} path where to connect, with what to resume from
 * @property {(messages: any[]) => void} onMessages
 * @property {(status: Status) => void} onStatus
 * @property {any} [env]
 *
 * @typedef {object} Retry
 * @property {number} attempt 0 for the first try since the connection was last stable
 * @property {number} lostMs since the connection was lost
 * @property {number} budgetMs for how long the server keeps the seat
 * @property {number} [waitMs] what the server asked for
 * @property {number} random from 0 to 1
 *
 * @typedef {object} Viewer
 * @property {boolean} seated
 * @property {boolean} turn whether the viewer must act
 * @property {boolean} online what the browser thinks of the network
 * @property {number} chips
 *
 * @typedef {object} Opening
 * @property {number} position in the deck
 * @property {string} card such as "Qh"
 * @property {string} [salt]
 * @property {string[]} [path] sibling hashes from the leaf up
 *
 * @typedef {{label: string, action: string, resting?: boolean}} Way on: a button, which may have to wait
 *
 * @typedef {object} Notice
 * @property {string} key the same key replaces the notice
 * @property {number} priority 1 is the highest
 * @property {"info" | "warn" | "error" | "ok"} kind
 * @property {string} text
 * @property {Way[]} buttons at most two
 * @property {string} [aloud] what is announced, once; the text may count down
 * @property {number} [until] performance.now() when it goes by itself
 */
export {};
