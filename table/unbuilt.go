package table

import "time"

// What follows is replaced by its own files, one after the other; this file goes with the last of them.

func (t *actor) say(command, Seat, string) error           { return ErrNotAllowed }
func (t *actor) mute(command, Mute) error                  { return ErrNotAllowed }
func (t *actor) pauseDealing(time.Time, command) error     { return ErrNotAllowed }
func (t *actor) resumeDealing(time.Time, command) error    { return ErrNotAllowed }
func (t *actor) kick(time.Time, command, string) error     { return ErrNotAllowed }
func (t *actor) silence(time.Time, command, Silence) error { return ErrNotAllowed }
func (t *actor) endTable(command) error                    { return ErrNotAllowed }
